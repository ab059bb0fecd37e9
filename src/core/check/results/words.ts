import { ifRecorded } from "#core/contract/recorded.ts";
import { type AnswerBody, type Exchange, recordedValues } from "#core/exchange/exchange.ts";
import { type Answered, isAnswered } from "../facts.ts";
import { jsonOf, unread } from "../json-body.ts";

/** What came back, in the words of the interface: `200 with a list of 3 items`, `404 with an HTML body`. */
export function answerInWords(answer: Answered): string {
  const { status, body } = answer.outcome.answer;
  const kept = ifRecorded(body);
  const said = kept && bodyInWords(answer, kept);
  return said === undefined ? String(status) : `${status} ${said}`;
}

export function exchangeInWords(exchange: Exchange): string {
  return isAnswered(exchange) ? answerInWords(exchange) : `no complete answer: ${failureInWords(exchange)}`;
}

/** Why there was no answer, in words; empty where there was one. */
export function failureInWords({ outcome }: Exchange): string {
  return outcome.kind === "failure" ? outcome.failure.message : "";
}

/** The body in words; undefined where its parts were not recorded. */
function bodyInWords(answer: Answered, { bytes, json, problems }: AnswerBody): string | undefined {
  const coding = problems.find((p) => p.kind === "content-coding");
  if (coding !== undefined) return `with a body that cannot be decoded: ${coding.message}`;
  const bound = unread(answer);
  if (bound !== undefined) return `with a body that is too large to read: ${bound}`;
  if (bytes.length === 0) return "without a body";
  const value = jsonOf(answer);
  if (value === undefined) {
    const labels = ifRecorded(recordedValues(answer.outcome.answer.headers, "content-type"));
    if (labels === undefined) return undefined;
    if (labels.length === 1 && /html/i.test(labels[0] ?? "")) return "with an HTML body";
    return json === undefined || json.ok ? "with a body" : "with a body that is not JSON";
  }
  if (value.kind === "array")
    return value.items.length === 0
      ? "with an empty list"
      : `with a list of ${counted(value.items.length, "item")}`;
  if (value.kind !== "object")
    return `with a JSON ${value.kind === "literal" ? String(value.value) : value.kind}`;
  const names = new Set(value.members.map((m) => m.name));
  if (names.has("code") && names.has("message")) return "with an Error body";
  const thing = thingAt(answer.request.path);
  if (names.has("id") && names.has("name") && thing !== undefined) return `with ${thing}`;
  if (names.size === 0) return "with an empty object";
  return `with an object (${[...names].slice(0, 5).join(", ").slice(0, 80)})`;
}

/** The noun for one thing at a path: `a user` for `/users/7`. */
function thingAt(path: string): string | undefined {
  const plural = path.split("/").findLast((part) => /^[a-z][a-z-]{0,30}[a-rt-z]s$/.test(part));
  const singular = plural?.replace(/ies$/, "y").replace(/(?<=s|x|z|ch|sh)es$|s$/, "");
  return singular && `${/^(?:[aeio]|u[^ns])/.test(singular) ? "an" : "a"} ${singular}`;
}

/** `1 answer`, `3 answers`. */
export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
