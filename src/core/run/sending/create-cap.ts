import { type Answered, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import { inconclusive } from "#core/check/results/core-reasons.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { shownByRecorded } from "#core/contract/recorded.ts";
import type { Exchange, RunExchange } from "#core/exchange/exchange.ts";
import { truncated } from "#core/json/escape.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, type JsonNode, member } from "#core/json/read.ts";
import type { Created } from "../result.ts";

/**
 * Holds `--max-creates` whatever the target does (ruling 28). What is stored, what may be stored, and the next write
 * stay within it together. Each write counts before it is sent, even a wrong one: the target might accept it.
 */
export class CreateCap {
  readonly #most: number;
  #stored = 0;
  #inFlight = 0;
  #planned = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  isFull(): boolean {
    return this.#stored + this.#inFlight >= this.#most;
  }

  /** Counts a write that is about to be sent; false where there is no place for it now. */
  take(): boolean {
    if (this.isFull()) return false;
    this.#inFlight += 1;
    return true;
  }

  /** The write has ended; `undefined` where it was never sent. */
  settle(exchange: Exchange | undefined): void {
    this.#inFlight -= 1;
    if (exchange !== undefined && mayHaveStored(exchange)) this.#stored += 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves once there is a place, and with why there will be none. */
  async place(): Promise<Unresolved | undefined> {
    while (this.isFull()) {
      // A plan has no more creates than the cap: only a target that accepts wrong bodies leads here.
      if (this.#inFlight === 0) {
        const enough = { option: "max-creates", value: Math.max(this.#planned, this.#most + 1) };
        return inconclusive("creates-used-up", { stored: this.#stored }, { options: [enough] });
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push(resolve);
      await promise;
    }
    return undefined;
  }

  /** How many writes are planned: the cap that would leave none of them out. */
  expect(writes: number): void {
    this.#planned = writes;
  }
}

/**
 * Only a 4xx, or a connection that was never opened, shows that a POST stored nothing: otherwise something may be
 * stored. Other methods change or delete what is there.
 */
export function mayHaveStored({ request, outcome }: Exchange): boolean {
  if (request.method !== "POST") return false;
  if (outcome.kind === "failure") return outcome.failure.phase !== "connect";
  const { status } = outcome.answer;
  return status < 400 || status >= 500;
}

/**
 * The things that this run stored or may have stored, whatever the answers look like. The run deletes nothing, so the
 * owner of the target must be able to find every one.
 */
export function createdIn(exchanges: readonly RunExchange[], runId: string): readonly Created[] {
  return exchanges.filter(mayHaveStored).map((exchange) => {
    const shown = isAnswered(exchange) ? shownByRecorded(() => thingShown(exchange)) : undefined;
    return {
      id: shown?.id === undefined ? null : truncated(shown.id, longest),
      name: truncated(shown?.name ?? shownByRecorded(() => nameSent(exchange, runId)) ?? "", longest),
      exchange: exchange.id,
      certain: statusClass(exchange) === 2,
    };
  });
}

/** The thing as the answer shows it: the body, or the first object with an id in an array or an envelope. */
function thingShown(answer: Answered): { readonly id?: string; readonly name?: string } {
  const body = jsonOf(answer);
  const thing = [body, ...inside(body)].find((node) => member(node, "id") !== undefined) ?? body;
  const [id, name] = [member(thing, "id"), member(thing, "name")];
  return {
    ...(id && { id: idText(id, answer) }),
    ...(name?.kind === "string" && { name: name.value }),
  };
}

function inside(node: JsonNode | undefined): readonly JsonNode[] {
  if (node?.kind === "array") return node.items;
  return node?.kind === "object" ? node.members.map(({ value }) => value) : [];
}

/** The exact digits of an id; anything but an integer as it stands in the answer. */
function idText(id: JsonNode, answer: Answered): string {
  const digits = integerOf(id);
  return digits === undefined ? bodyOf(answer).text.slice(id.start, id.end) : String(digits);
}

/** The name in the body that was sent. Without one, the word in it that contains the id of the run. */
function nameSent({ request }: RunExchange, runId: string): string {
  const text = new TextDecoder().decode(request.body?.bytes);
  const parsed = parseJson(text);
  const name = parsed.ok ? member(parsed.value, "name") : undefined;
  if (name?.kind === "string") return name.value;
  const at = text.indexOf(runId);
  if (at === -1) return "";
  const [before = ""] = /[\w.-]*$/.exec(text.slice(Math.max(0, at - longest), at)) ?? [];
  const [after = ""] = /^[\w.-]*/.exec(text.slice(at)) ?? [];
  return before + after;
}

/** The run's own names are shorter, but the target may answer with any. */
const longest = 200;
