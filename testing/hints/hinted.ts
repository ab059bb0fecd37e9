import { type PlayOptions, play } from "#proof/play.ts";
import type { Stage } from "#reference-server/bed-server.ts";
import type { Call, Hooks } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import { prepared, serverOf } from "../proof/bed.ts";

/** What a server is played with. */
interface Around extends Pick<PlayOptions, "latencyMs" | "keptConnections"> {
  /** Default: standard. */
  readonly profile?: "standard" | "thorough";
  readonly stage?: Stage;
}

type MakeHooks = (correct: Hooks) => Partial<Hooks>;

/** The correct server with some hooks replaced, and a part of the likely cause that the evidence on it gives away. */
interface Hinted {
  readonly about: string;
  readonly says: string;
  readonly hooks: MakeHooks;
  readonly around: Around;
}

/** Makes rows of a table of servers that are played alike. */
const hinted =
  (around: Around = {}) =>
  (about: string, says: string, hooks: MakeHooks): Hinted => ({ about, says, hooks, around });

/** The likely cause of each cause that a run on the correct server with these hooks finds. */
export async function likelyCauses(
  hooks: MakeHooks,
  { profile = "standard", stage, ...way }: Around = {},
): Promise<readonly (string | undefined)[]> {
  const given = { ...prepared, options: { profile }, ...way };
  const { causes } = await play({ hooks, ...(stage && { stage }) }, given);
  return causes.map(({ advice }) => advice?.likelyCause);
}

const givesAway = hinted();

const inWhole = hinted({ stage: { plan: "business" } });

// As requests overtake each other on the way, what came right before is known of some of them only.
const latencies = () => {
  let drawn = 7;
  return () => {
    drawn = (drawn * 1103515245 + 12345) % 2147483648;
    return 5 + (drawn % 20);
  };
};

/** The same while requests overtake each other; without hooks, of the server of the bed that is named. */
const overlapped = (about: string, says: string, hooks?: MakeHooks): Hinted => {
  const { stage, hooks: ofBed } = hooks === undefined ? serverOf(about) : { stage: {}, hooks };
  const way = { latencyMs: latencies(), keptConnections: 4 };
  return hinted({ stage: { plan: "business", ...stage }, ...way })(about, says, ofBed);
};

/** Whose reads by id find what the filter of the last list lets through, until a list names none. */
export const keepsFilter: MakeHooks = (correct) => {
  let filter: string | null = null;
  return {
    listPets: (call) => {
      const answer = correct.listPets(call);
      const asked = call.query.get("status");
      if (answer.status === 200 && (asked !== null || call.query.size === 0)) filter = asked;
      return answer;
    },
    findPet: (id, call) => {
      const pet = correct.findPet(id, call);
      return filter === null || pet?.status === filter ? pet : undefined;
    },
  };
};

const withText = (answer: ServerResponse, change: (text: string) => string): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(change(new TextDecoder().decode(answer.body))),
});

/** Mistakes that depend on what came before, on where an answer comes from, or on what is asked. */
export const ofHistory: readonly Hinted[] = [
  overlapped("not-found-twice", "The request right before causes it"),
  overlapped("another-status-at-first", "Only the first answers are wrong"),
  overlapped("unknown-pet-remembered", "From some point of the run on"),
  overlapped("create-rejected-after-rejected", "From some point of the run on"),
  overlapped("stored-as-available", "stored with another value"),
  overlapped("unknown-pet-cached", "a cache answers whose key"),
  overlapped("reads-cached-for-all", "a cache answers whose key"),
  inWhole("reads by id of the newest five alone", "Later requests drop stored pets", (correct) => {
    const stored: bigint[] = [];
    return {
      storePet: (pet, call) => {
        stored.push(pet.id);
        return correct.storePet(pet, call);
      },
      findPet: (id, call) => (stored.slice(0, -5).includes(id) ? undefined : correct.findPet(id, call)),
    };
  }),
  inWhole("a name that a body lacks is the last one", "bodies are parsed into an object", (correct) => {
    let last: ReturnType<Hooks["readMember"]>;
    return {
      readMember: (body, name, call) => {
        const value = correct.readMember(body, name, call);
        if (name !== "name") return value;
        last = typeof value === "string" ? value : last;
        return value ?? last;
      },
    };
  }),
  overlapped("available-means-not-sold", "The answer depends on the parameters"),
  inWhole(
    "a refused key that is let in the next time",
    "a rejected key is remembered as valid",
    (correct) => {
      const known = new Set<string>();
      const keyOf = ({ request }: Call) => headerValue(request, "authorization") ?? "";
      return {
        isAuthenticated: (call) => correct.isAuthenticated(call) || known.has(keyOf(call)),
        unauthorized: (call) => {
          if (keyOf(call) !== "") known.add(keyOf(call));
          return correct.unauthorized(call);
        },
      };
    },
  ),
  inWhole(
    "the filter of the last list, which reads by id keep",
    "The request right before causes it",
    keepsFilter,
  ),
  inWhole("the largest limit, which becomes the default", "of an earlier list still applies", (correct) => {
    let largest = 20;
    return {
      parseLimit: (text, call) => {
        if (text === undefined) return largest;
        const limit = correct.parseLimit(text, call);
        largest = Math.max(largest, limit);
        return limit;
      },
    };
  }),
  inWhole(
    "lists that are cached in front of the key check until a create",
    "a cache answers whose key",
    (correct) => {
      const kept = new Map<string, ServerResponse>();
      return {
        isAuthenticated: (call) => correct.isAuthenticated(call) || kept.has(call.request.target),
        listPets: (call) => {
          const answer = correct.listPets(call);
          if (answer.status === 200) kept.set(call.request.target, answer);
          return answer;
        },
        storePet: (pet, call) => {
          kept.clear();
          return correct.storePet(pet, call);
        },
      };
    },
  ),
  inWhole(
    "lists that are kept by their limit, whatever the filter",
    "a cache answers whose key",
    (correct) => {
      const kept = new Map<string | null, { readonly answer: ServerResponse; readonly untilMs: number }>();
      return {
        listPets: (call) => {
          const limit = call.query.get("limit");
          const known = kept.get(limit);
          if (known !== undefined && call.nowMs < known.untilMs) return known.answer;
          const answer = correct.listPets(call);
          if (answer.status === 200) kept.set(limit, { answer, untilMs: call.nowMs + 1000 });
          return answer;
        },
      };
    },
  ),
  overlapped("a connection that remembers the key", "The answer depends on the connection", (correct) => {
    const known = new Set<unknown>();
    return {
      isAuthenticated: (call) => {
        const { connection } = call.request;
        if (correct.isAuthenticated(call)) known.add(connection);
        return known.has(connection);
      },
    };
  }),
  overlapped("reads that get the answer of the one before", "Concurrent requests interfere", (correct) => {
    let last: { readonly answer: ServerResponse; readonly atMs: number } | undefined;
    return {
      getPet: (call) => {
        if (last !== undefined && call.nowMs < last.atMs + 4) return last.answer;
        last = { answer: correct.getPet(call), atMs: call.nowMs };
        return last.answer;
      },
    };
  }),
  inWhole("a breaker that counts rejected bodies", "The service refuses to work for a while", (correct) => {
    let [rejected, openUntilMs] = [0, 0];
    return {
      createPet: (call) =>
        call.nowMs < openUntilMs
          ? call.hooks.errorResponse(503, "Try later.", call, [])
          : correct.createPet(call),
      refused: (refusal, call) => {
        rejected += 1;
        if (rejected === 5) openUntilMs = call.nowMs + 30;
        return correct.refused(refusal, call);
      },
    };
  }),
  inWhole(
    "a status that reads by id leave out where it is available",
    "The answer depends on the data",
    (correct) => ({
      getPet: (call) => withText(correct.getPet(call), (text) => text.replace(',"status":"available"', "")),
    }),
  ),
  overlapped("one of two instances", "One of several instances", (correct) => {
    const isOther = new WeakSet<Call>();
    let requests = 0;
    return {
      authenticate: (call) => {
        requests += 1;
        if (requests % 2 === 0) isOther.add(call);
        return correct.authenticate(call);
      },
      matchesStatus: (pet, status, call) => isOther.has(call) || correct.matchesStatus(pet, status, call),
      respond: (response, call) =>
        withHeader(correct.respond(response, call), "Server", isOther.has(call) ? "pets/1.3" : "pets/1.4"),
    };
  }),
  overlapped("every third read that fails", "The same request sometimes fails", (correct) => {
    let reads = 0;
    return {
      getPet: (call) => {
        reads += 1;
        if (reads % 3 === 0) throw new Error("the connection is broken");
        return correct.getPet(call);
      },
    };
  }),
];

/** Mistakes that show in one answer, whatever came before it. */
export const ofShapes: readonly Hinted[] = [
  givesAway("reads that are written into one buffer", "The end of an earlier, longer answer", (correct) => {
    let kept = new Uint8Array();
    return {
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        if (answer.status !== 200 || !/\/\d+$/.test(call.path)) return answer;
        kept = new Uint8Array([...answer.body, ...kept.slice(answer.body.length)]);
        return { ...answer, body: kept };
      },
    };
  }),
  givesAway(
    "a body in another coding than its header names",
    "that its Content-Encoding names",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return call.query.get("status") === "sold" ? withHeader(answer, "Content-Encoding", "gzip") : answer;
      },
    }),
  ),
  givesAway("an Error in camel case", "under another name", () => ({
    errorBody: (status, message) => ({ errorCode: "none", errorMessage: message, status }),
  })),
  givesAway("errors that keep the status of the first", "that of an earlier error", (correct) => {
    let first: number | undefined;
    return {
      errorBody: (status, message, call) => {
        if (!/pets\/./.test(call.path)) return correct.errorBody(status, message, call);
        first ??= status;
        return correct.errorBody(first, message, call);
      },
    };
  }),
  givesAway("a length in characters", "counts characters where it should count bytes", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      const { length } = new TextDecoder().decode(answer.body);
      return { ...answer, body: answer.body.slice(0, length) };
    },
  })),
  givesAway("a pet of an earlier run", "stored by an earlier run", (correct) => ({
    listPets: (call) =>
      withText(correct.listPets(call), (text) =>
        call.query.size > 0
          ? text
          : text.replace(
              /\{[^{}]*\}\s*\]$/,
              '{"id":77,"name":"conformance-0a1b-body-null","categoryId":null}]',
            ),
      ),
  })),
];
