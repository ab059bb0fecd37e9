import { stepRef } from "#core/check/case.ts";
import type { Facts, Setting } from "#core/check/facts.ts";
import type { Contract, FieldSchema, Operation } from "#core/contract/contract.ts";
import type { HeaderLine, RequestSpec, SeriesPart, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import type { JsonNode } from "#core/json/read.ts";
import { type WritableJson, writeJson } from "#core/json/write.ts";
import { Trace } from "#core/run/journal/trace.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import { makeSetting } from "#core/run/setting.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { listPets, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { suite } from "#suites/registry.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { rateFields, sampleOptions } from "../run/sample-suites.ts";

/** Evidence for the tests of checks, as a run would have gathered it from a server that is not there. */

export const contract = await loadContract();

/** Tests name a step by what people read of it. */
const ids = new Map(
  [...stepTable(suite, contract).values(), ...[suite.probe.burst, suite.probe.recovery]].map(
    ({ id, label }) => [label, id],
  ),
);

export function idOf(label: string): StepId {
  return ids.get(label) ?? stepRef(label).id;
}

/** A Wednesday; the instant that `atMs` counts from. */
export const epochMs = Date.UTC(2026, 2, 4, 5, 6, 7);

const options = sampleOptions({ runId: "0123456789abcdef0123" });
const baseUrl = new URL("https://pets.example.com/v1");
export const setting: Setting = {
  ...makeSetting(options, contract, baseUrl, epochMs, "sk-Sample-1"),
  removals: {},
};

/** One exchange of a test; what it leaves out has a default. */
export interface SampleExchange {
  readonly label?: string;
  readonly part?: SeriesPart;
  readonly request?: RequestSpec;
  readonly status?: number;
  readonly body?: WritableJson;
  /** Limit, Remaining, and Reset in seconds after `epochMs`. */
  readonly rate?: readonly [limit: number, remaining: number, resetSeconds: number];
  readonly headers?: readonly HeaderLine[];
  /** When it was sent, after `epochMs`; default: a second after the one before. */
  readonly atMs?: number;
  /** Default 10. */
  readonly tookMs?: number;
  /** Default 1. */
  readonly inFlight?: number;
}

/** The facts of a run that had these exchanges, in the order of sending. */
export function factsOf(samples: readonly SampleExchange[], changed: Partial<Setting> = {}, seed = 1): Facts {
  const trace = new Trace(contract, { ...setting, ...changed }, seed);
  samples.forEach((one, index) => {
    trace.record(exchangeOf(one, index));
  });
  return trace.facts;
}

function exchangeOf(sample: SampleExchange, index: number): WholeExchange {
  const { rate, atMs = index * 1000, tookMs = 10, inFlight = 1 } = sample;
  const sentAtMs = epochMs + atMs;
  const announced = rate && rateFields(rate[0], rate[1], epochMs / 1000 + rate[2]);
  const exchange = sampleExchange({
    status: sample.status ?? 200,
    headers: [...Object.entries(announced ?? {}), ...(sample.headers ?? [])],
    body: writeJson(sample.body ?? []),
    endedAtMs: sentAtMs + tookMs,
    request: sample.request ?? listPets(),
  });
  const label = sample.label ?? "list";
  const step = idOf(label);
  const part = sample.part === undefined ? {} : { part: sample.part };
  return {
    ...{ ...exchange, id: index + 1, step, label, ...part },
    ...{ times: { ...exchange.times, sentAtMs }, inFlight },
  };
}

/** A pet of someone else's. */
export function pet(
  id: number | bigint,
  status?: string,
): { readonly [name: string]: WritableJson | undefined } {
  return { id, name: `Rex ${id}`, categoryId: 7, status };
}

export function pets(count: number, status?: string, firstId = 1): readonly WritableJson[] {
  return Array.from({ length: count }, (_, i) => pet(firstId + i, status));
}

/** A create of this run that was taken: what was sent, and the pet in its 201. */
export function create(
  label: string,
  id: number | bigint,
  status?: string,
): SampleExchange & { readonly body: WritableJson } {
  const sent = { name: `conformance-${setting.runId}-${label}`, categoryId: 7, status };
  return { label, request: postPet(writeJson(sent)), status: 201, body: { id, ...sent } };
}

/** What a text is to a JSON reader. @throws Error for what is no JSON */
export function jsonNode(text: string): JsonNode {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.value;
}

type Fields = Readonly<Record<string, Partial<FieldSchema>>>;

/** The contract with an operation that is described otherwise. */
function withOperation(
  contract: Contract,
  id: string,
  change: (operation: Operation) => Operation,
): Contract {
  const operation = contract.operations.get(id);
  if (operation === undefined) throw new Error(`the contract has no ${id}`);
  return { ...contract, operations: new Map([...contract.operations, [id, change(operation)]]) };
}

/** The contract with other query parameters of listPets; those that are not named are left out. */
export function withListParameters(contract: Contract, fields: Fields): Contract {
  return withOperation(contract, "listPets", (list) => ({
    ...list,
    parameters: list.parameters.flatMap((parameter) => {
      const changed = fields[parameter.name];
      return changed === undefined ? [] : [{ ...parameter, field: { ...parameter.field, ...changed } }];
    }),
  }));
}

export function withNewPet(contract: Contract, fields: Fields): Contract {
  return withOperation(contract, "createPet", (create) => {
    if (create.body === undefined) throw new Error("createPet has no body");
    const properties = new Map(create.body.shape.properties);
    for (const [name, changed] of Object.entries(fields)) {
      const field = properties.get(name);
      if (field === undefined) throw new Error(`a NewPet has no ${name}`);
      properties.set(name, { ...field, ...changed });
    }
    return { ...create, body: { ...create.body, shape: { ...create.body.shape, properties } } };
  });
}
