import { untested } from "../../check/core-reasons.ts";
import { isAnswered } from "../../check/facts.ts";
import type { StoreStates } from "../../check/suite.ts";
import type { Unresolved } from "../../check/unresolved.ts";
import type { Operation } from "../../contract/contract.ts";
import type { Exchange, WholeExchange } from "../../exchange/exchange.ts";
import { asUndecided } from "../judging/fold.ts";
import type { RunFacts } from "../trace.ts";
import { type InputPlace, inputPlaces } from "./input-kinds.ts";
import type { MapRow, OperationMap, WhyNot } from "./operation-map.ts";
import { credentialKind, type WhyNotInput, whyNotLooked } from "./why-not.ts";

interface MapInput extends WhyNotInput {
  readonly facts: RunFacts;
}

/** Every operation of the document, in its order. Pure. */
export function mapOf(input: MapInput): readonly OperationMap[] {
  const { contract, exchanges } = input.facts;
  const states = input.suite.storeStates?.(input.facts);
  const whyNot = whyNotLooked(input);
  const byOperation = Map.groupBy(exchanges.filter(isLookedAt), (e) => contract.operationAt(e.request));
  return [...contract.operations.values(), ...contract.others.values()].map((operation) =>
    operationMap(operation, byOperation.get(operation.id) ?? [], input.facts, states, whyNot),
  );
}

/** A refusal by the rate limit shows nothing of what was asked for. */
function isLookedAt(exchange: Exchange): boolean {
  return isAnswered(exchange) && exchange.outcome.answer.status !== 429;
}

const notThen: Unresolved = untested("not-at-that-size");

function operationMap(
  operation: Operation,
  exchanges: readonly WholeExchange[],
  facts: RunFacts,
  states: StoreStates | undefined,
  whyNot: ReturnType<typeof whyNotLooked>,
): OperationMap {
  const unmet = (state: string): WhyNot => {
    const wasMet = facts.exchanges.some((e) => states?.of(e) === state);
    const why = wasMet ? notThen : states?.whyNot(state);
    return asUndecided(why ?? notThen);
  };
  const of = whyNot(operation, exchanges.length > 0);
  const columns = columnsOf(states).map(({ kind, state }) => {
    const own = exchanges.filter(
      (e) =>
        credentialKind(e.request.credential) === kind && (state === undefined || states?.of(e) === state),
    );
    if (own.length > 0) return { kind, state, own, whyNot: undefined };
    return { kind, state, own, whyNot: state === undefined ? of.credential(kind) : unmet(state) };
  });
  const rowsOf = ({ place, kinds, kindOf }: InputPlace): readonly MapRow[] => {
    const byKind = columns.map(({ own }) => Map.groupBy(own, ({ request }) => kindOf(request)));
    const whyNone = of.values(kindOf);
    return kinds.map((value) => {
      const answered = byKind.map((found) => found.get(value)?.length ?? 0);
      const isTried = columns.some(({ kind }, i) => kind === "valid" && answered[i] !== 0);
      return { place, value, answered, ...(!isTried && { whyNot: whyNone(value) }) };
    });
  };
  return {
    ...{ operation: operation.id, method: operation.method, path: operation.path },
    columns: columns.map(({ kind, state, own, whyNot }) => ({
      credential: { kind },
      ...(state !== undefined && { state }),
      answered: own.length,
      ...(whyNot && { whyNot }),
    })),
    rows: inputPlaces(operation).flatMap(rowsOf),
  };
}

/** What is asked without the key is refused whatever the store holds. */
function columnsOf(states: StoreStates | undefined) {
  const names = states?.names ?? [undefined];
  const withKey = names.map((state) => ({ kind: "valid" as const, state }));
  return [
    ...withKey,
    ...(["otherwise", "invalid", "none"] as const).map((kind) => ({ kind, state: undefined })),
  ];
}
