import type { Advice } from "#core/check/results/defect.ts";

/** What distinguishes the broken answers from the right ones. `now-and-then`: nothing known. */
export type AdviceKind = keyof typeof advice;

/** For each kind of condition: the likely cause, and how to fix it. */
const advice = {
  before: [
    "The request right before causes it: that request leaves something behind (in a shared variable, an open transaction, a connection).",
    "Keep the data of a request in variables of that request, and roll back what it began when it is rejected or fails.",
  ],
  later: [
    "Later requests drop stored pets: an index is rebuilt, the store (or the cache that answers reads) keeps only so many pets, or two pets share a key.",
    "Let each create add one record and change no other, and remove no pet from what lists and reads use.",
  ],
  changed: [
    "The pet is stored with another value than was sent (a default, a converted value), or a later request changes it (an UPDATE of more than one id; an object, index or buffer that several pets share).",
    "Look the pet up in the store right after its create, and again later.",
  ],
  twice: [
    "A create is stored twice, under one id or two: the code that writes it runs twice (a retry, two handlers of one event, a batch that each of its creates writes, a log that is replayed from one record too early).",
    "Write each create once, and let a retry find the record.",
  ],
  batch: [
    "Creates go wrong at regular intervals: what gathers them (a buffer, a batch, a log, a checkpoint) loses or overwrites the one that fills it or the one that comes next.",
    "Write each create before it is answered, or look at what happens to the create that makes the buffer full.",
  ],
  copy: [
    "Reads by id show the created pets, and lists do not: lists come from a copy (a snapshot, a replica, a cache) that is refreshed late or never.",
    "Read lists from the store that creates write to, or refresh the copy with each create.",
  ],
  gone: [
    "The pet was answered with 201, but no list or read shows it: a request before or after its create undoes it (a transaction left open), another pet takes its place, or the store was reset (a restart).",
    "Answer 201 only after the commit, and look in the log at the requests around its create.",
  ],
  since: [
    "From some point of the run on, these answers are wrong: an earlier request stored, switched or left open something, or a counter, a cache or a pool is full.",
    "Look in the server's log for what came right before the first of them, and for what grows with each request.",
  ],
  behind: [
    "Lists lack new pets: the index, buffer or copy behind them takes in only some of the pets, takes them in batches, or no longer takes any (it stopped at a pet that it cannot handle); or lists are made of a first page of the store alone.",
    "Before answering a create, write it to whatever lists are read from, and read the store to its end.",
  ],
  validation: [
    "Validation keeps something between requests (a list of mistakes, a default argument, the parameters of another request, where a regular expression with the flag g or y matched last), or a lookup that it makes fails.",
    "Validate each request with objects and expressions of its own, and do not take a lookup that failed for a wrong value.",
  ],
  kept: [
    "The limit or the filter of an earlier list still applies: it was written into an object that requests share (the defaults, a query builder), or a cache answers whose key lacks it.",
    "Build each query and each cache key from all parameters of its own request.",
  ],
  until: [
    "Only the first answers are wrong: the service answers before it is ready (cache, pool, settings), or handles a first request differently.",
    "Accept requests only once everything is loaded, and handle first requests like all others.",
  ],
  address: [
    "An earlier request to the same address, or with the same key, changes the answer: a cache answers whose key lacks something or which creates do not clear, or a rejected key is remembered as valid.",
    "Put all that an answer depends on into the cache key, the API key too (Cache-Control: private), clear it on each create, and keep no rejected key.",
  ],
  fresh: [
    "The first read of a new pet is answered by other code than later ones: from what the create left in a cache or a buffer, or before the pet is in the cache.",
    "Write all answers with the same code and the same headers, wherever the pet comes from.",
  ],
  meeting: [
    "Concurrent requests interfere: they share a variable, a value that was read (the next id, a count) is written back later, or what gathers or merges them (one query, a single flight) gives the row or the answer of one to another.",
    "Keep the data of a request in its own variables, let the store assign ids and counts atomically (a sequence, a transaction), find each row by its id, and merge requests only if method, path, parameters and key are the same.",
  ],
  turn: [
    "Wrong answers come at regular intervals, whatever is asked for: one of several instances or connections differs, or the service does something at every Nth request (a regular expression with the flag g matches every second time).",
    "Compare the instances (version, settings, store), and look for a counter that every request passes.",
  ],
  instance: [
    "One of several instances, or a proxy in front of one, answers differently: the header that these answers share identifies it.",
    "Compare its version, settings and store with those of the others.",
  ],
  connection: [
    "The answer depends on the connection: it keeps something of an earlier request (who is signed in, a buffer, a body that was never read), or its first request is handled differently.",
    "Build each answer from its own request, keep no data of a request with the connection, and read each body to its end or close the connection.",
  ],
  key: [
    "The answer depends on the credential: other code answers these requests.",
    "Check the key in one place, before anything else, and answer every request without a valid key in the same way.",
  ],
  operation: [
    "Only this operation is wrong: its handler, or a guard, serialiser or proxy on its route, differs from those of the others.",
    "Compare its route and its handler with those of an operation that works.",
  ],
  parameter: [
    "The answer depends on the parameters: a map or a switch lacks this value, an index of 0 or a falsy value counts as none, or this value leads to another table or to other code.",
    "Trace such a request through parsing, the query and the cache key, and compare it with one that is answered correctly.",
  ],
  field: [
    "The answer depends on the data: a condition, a type or a column treats these values differently from others, or takes them for absent (a default replaces them).",
    "Trace such a value from the body to the store and back, and compare it with one that is answered correctly.",
  ],
  id: [
    "The answer depends on the pet: a condition on its id decides (its type, a shard, an index), it was stored in another way, or lists show another id for it (rounded to a double).",
    "Look up one of these pets and one of the others in the store, and compare how each is found and written.",
  ],
  created: [
    "New pets are not found, or late: reads use a copy of the store that creates do not update, or not each of them (one made at the first read, a replica, a cache, an index, batches), or a highest id that was remembered at the first miss.",
    "Read by id from the store that creates write to, and update every copy with each create.",
  ],
  missed: [
    "An existing pet is sometimes missing: a replica or an instance lags or is empty, or reads from an old snapshot; a lookup that fails or times out is answered as not found; an index is emptied while it is rebuilt; or the filter of an earlier request still applies (kept with a thread or a connection).",
    "Read only from replicas that have caught up, try a lookup that failed again, put a new index in place only when it is complete, and build each query from its own request.",
  ],
  outcome: [
    "Only answers with this status are wrong: they are written by other code than the rest.",
    "Write all answers with the same code, whatever their status.",
  ],
  "now-and-then": [
    "The same request sometimes fails: one of several instances or connections differs, requests share a variable or a cache, or a call fails.",
    "Look in the log for what comes before; `rounds: 10` in the configuration sends all ten times.",
  ],
} as const;

/** Conditions on what the request asked. */
export const ofRequest: readonly AdviceKind[] = [
  "parameter",
  "field",
  "id",
  "created",
  "key",
  "outcome",
  "operation",
];

export function adviceFor(kind: AdviceKind): Advice {
  const [likelyCause, howToFix] = advice[kind];
  return { likelyCause, howToFix };
}

/** What is wrong with the answers, and that the same request sometimes gets a right one. */
export function notAlways({ likelyCause, howToFix }: Advice): Advice {
  const [cause, fix] = advice["now-and-then"];
  return { likelyCause: `${likelyCause} ${cause}`, howToFix: `${howToFix} ${fix}` };
}
