import { expect, test } from "vitest";
import { embeddedText } from "#core/contract/embedded-text.ts";
import { play } from "#proof/play.ts";
import { createReferenceServer, type ReferenceServer, type ServerRequest } from "#reference-server/server.ts";
import { described, exceptPasses } from "#testing/documents/described-service.ts";
import { correct } from "#testing/proof/bed.ts";

const deletePet = `    delete:
      operationId: deletePet
      parameters: [{ name: petId, in: path, required: true, schema: { type: integer, format: int64 } }]
      responses:
        "204": { description: Gone. }
        "400": { $ref: "#/paths/~1pets/post/responses/400" }
        "401": { $ref: "#/components/responses/Unauthorized" }
        "404": { $ref: "#/paths/~1pets/post/responses/400" }
`;

test("a pet that the document lets the run delete is none that the pet store's requirements follow", async () => {
  const own = embeddedText("suites/petstore/openapi.yaml");
  const document = own.replace("  /store/orders:\n", `${deletePet}  /store/orders:\n`);
  const declared = { operations: ["deletePet"] };
  const deleted = new Set<string>();
  /** The service before it deletes anything, and what is deleted taken out of its answers. */
  const handleBy = (pets: ReferenceServer) => async (request: ServerRequest) => {
    const id = /^\/v1\/pets\/(\d+)$/.exec(request.target)?.[1] ?? "";
    const read = await pets.handle({ ...request, method: request.method.replace("DELETE", "GET") });
    const text = deleted.has(id)
      ? '{"code":"gone","message":"No pet has this id.","status":404}'
      : [...deleted].reduce(
          (list, one) => list.replace(new RegExp(`,\\{"id":${one},[^}]*\\}`), ""),
          new TextDecoder().decode(read.body),
        );
    const status = read.status === 200 && deleted.has(id) ? 404 : read.status;
    const headers = read.headers.filter(([name]) => name.toLowerCase() !== "content-length");
    if (request.method !== "DELETE" || status !== 200)
      return { status, headers, body: new TextEncoder().encode(text) };
    deleted.add(id);
    return { status: 204, headers, body: new Uint8Array() };
  };
  const run = await play(
    { ...correct, stage: { plan: "business" } },
    {
      ...(await described(document, { declared })),
      serve: (given) => ({ handle: handleBy(createReferenceServer(given)) }),
      options: { profile: "standard", declared },
    },
  );
  expect([...deleted]).toHaveLength(1);
  expect([run.outcome, run.suiteErrors]).toEqual(["conforming", []]);
  const found = Object.entries(exceptPasses(run)).filter(([, verdict]) => verdict === "fail");
  expect(found).toEqual([]);
});
