import type { Advice } from "#core/check/results/defect.ts";

/** What a condition is about that tells broken answers from right ones. `now-and-then`: nothing does. */
export type AdviceKind = keyof typeof advice;

/** What usually lies behind such a condition, and how it is fixed. */
const advice = {
  before: [
    "What the request right before was decides: it leaves something behind (a shared variable, an open transaction, a connection).",
    "Keep what belongs to a request in variables of that request, and undo what it has begun where it is rejected or fails.",
  ],
  later: [
    "Pets that were stored are dropped by what comes later: an index written anew, a bound on how many are kept, a key that two pets share.",
    "Have each create add one record and change no other, and keep every pet wherever it is read from.",
  ],
  changed: [
    "The pet is stored with another value than was sent (a default, another form), or a later request changes it: an UPDATE wider than its id, an object, a position or a buffer that several pets share.",
    "Look the pet up in the store right after its create, and again later.",
  ],
  twice: [
    "A create is stored twice, under two ids, of which the 201 has one: what writes it runs twice (a retry, two handlers of one event, a batch that each of the creates in it writes).",
    "Write each create once, and let a retry find what was written.",
  ],
  copy: [
    "Lists do not show what was created, and reads by id do: lists come from a copy (a snapshot, a replica, a cache) that is renewed late or never.",
    "Read lists from the store that creates write to, or renew the copy with each create.",
  ],
  gone: [
    "The pet was answered with 201 and is nowhere: a request before or after its create undoes it (a transaction left open), another pet takes its place, or the store is set back (a restart).",
    "Answer 201 after the commit, and look in the log at what stands around its create.",
  ],
  since: [
    "It begins at some point of the run and stays: an earlier request stored, switched or left open something, or a counter, a cache or a pool is full.",
    "Find in the server's log what came right before the first of these answers, and what grows with each request.",
  ],
  behind: [
    "Lists lack new pets: an index, a buffer or a copy behind them takes up only some of them, so many at once, or no longer any.",
    "Write each create through to what lists are read from before it is answered.",
  ],
  kept: [
    "What an earlier list asked for is kept: its limit or its filter is written into an object that requests share (the defaults, a query that is built up), or its page is in a cache whose key lacks them.",
    "Build each query and each cache key anew, from all parameters of its own request.",
  ],
  until: [
    "Only what came first is wrong: the service answers before it is ready (a cache, a pool, settings), or treats a first request in another way.",
    "Serve nothing before all is loaded, and have first requests take the same path as others.",
  ],
  address: [
    "What was asked before at the same address, or with the same key, decides: a cache stands between, whose key lacks something, which a create does not empty, or in which a refused key counts as known.",
    "Cache answers by all that they depend on, never across keys (Cache-Control: private), and drop them on each create.",
  ],
  reread: [
    "A read changes what the next one of the same pet finds: it takes the pet out of a map or a cache, marks it, or keeps a copy that is not found again.",
    "Have reads change nothing: look each pet up in the store, and copy what is answered.",
  ],
  meeting: [
    "Requests that are under way at the same time mix: a variable is shared between them, or what was read (the next id, a count) is written back later.",
    "Keep what belongs to a request in its own variables, and let the store count and number in one step (a sequence, a transaction).",
  ],
  turn: [
    "They come in turn, whatever they ask for: one of several instances or connections differs, or something is done every so many requests.",
    "Compare the instances (version, settings, store), and look for a counter in what every request passes.",
  ],
  instance: [
    "One of several instances, or a proxy in front of one, answers differently: these headers name it.",
    "Compare its version, settings and store with those of the others.",
  ],
  connection: [
    "It depends on the connection: something of an earlier request stays with it (who is signed in, a buffer), or its first request takes another path.",
    "Write each answer from its own request, and keep nothing of it with the connection.",
  ],
  key: [
    "The credential decides: another path of the code answers these requests.",
    "Check the key in one place, before anything else, and answer every request without the valid one alike.",
  ],
  operation: [
    "Only this operation is wrong: its handler, or what stands in front of its route (a guard, a serialiser, a proxy), is not that of the others.",
    "Compare its route and its handler with those of an operation that is right.",
  ],
  parameter: [
    "The parameters decide: a map or a switch lacks this value, reads another table, or runs other code.",
    "Follow such a request through parsing, the query and the cache key, beside one that is answered rightly.",
  ],
  field: [
    "The data decides: a condition, a type or a column treats these values in another way than others.",
    "Follow such a value from the body to the store and back, beside one that is answered rightly.",
  ],
  id: [
    "Which pet it is decides: a condition on the id (its type, a shard, an index), pets that were stored in another way, or lists that show another id (rounded to a double).",
    "Look up one of these pets and one of the others in the store, and compare how each is found and written.",
  ],
  created: [
    "New pets are not found: reads use another copy of the store than creates do (one that was taken at a first read, a replica, a cache, an index), or end at what was known when something was asked first.",
    "Read by id from the store that creates write to, and renew with each create what is kept beside it.",
  ],
  outcome: [
    "Only answers with this status are wrong: the code that writes them is not that of the others.",
    "Write all answers through the same code, whatever their status.",
  ],
  "now-and-then": [
    "The same request is answered now rightly, now wrongly: requests share a variable or a cache, or one of several instances differs.",
    "Look in the server's log for what comes before these answers. `--rounds 10` plays all requests again.",
  ],
} as const;

export function adviceFor(kind: AdviceKind): Advice {
  const [likelyCause, howToFix] = advice[kind];
  return { likelyCause, howToFix };
}
