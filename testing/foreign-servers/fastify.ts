/**
 * A second implementation, written from the interface alone, the way Fastify wants it: schemas checked by its
 * ajv, one error handler, hooks for the key, @fastify/rate-limit with its own headers. It shares nothing with
 * the reference server or the suite, so that a suite that passes only its own server shows itself here.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import rateLimit from "@fastify/rate-limit";
import { Ajv } from "ajv";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";

const statuses = ["available", "pending", "sold"] as const;
type PetStatus = (typeof statuses)[number];

type NewPet = { name: string; categoryId: number; status?: PetStatus };
type Pet = NewPet & { id: number };

type FastifyOptions = {
  /** The one API key that is accepted. */
  key: string;
  /** Requests per minute and key; 1,000 when left out. */
  perMinute?: number;
};

/** An error that knows its status and code; the error handler gives it the Error shape. */
class ApiError extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

const petStatus = { type: "string", enum: statuses };
// Identifiers are JavaScript numbers here, so a category beyond 2^53 is refused rather than rounded.
const categoryId = { type: "integer", minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

const newPet = {
  type: "object",
  required: ["name", "categoryId"],
  properties: { name: { type: "string" }, categoryId, status: petStatus },
};

const pet = {
  type: "object",
  required: ["id", "name", "categoryId"],
  properties: { id: { type: "integer" }, ...newPet.properties },
};

const error = {
  type: "object",
  required: ["code", "message", "status"],
  properties: { code: { type: "string" }, message: { type: "string" }, status: { type: "integer" } },
};

const listQuery = {
  type: "object",
  properties: { limit: { type: "integer", minimum: 1, maximum: 100, default: 20 }, status: petStatus },
};

const petPath = { type: "object", required: ["petId"], properties: { petId: { type: "integer" } } };

/** Starts the server with 30 pets on a free port of 127.0.0.1; its `url` ends in `/v1`. */
export async function startFastify(options: FastifyOptions) {
  const app = Fastify({ forceCloseConnections: true });
  const isValidKey = keyChecker(options.key);

  validateBodiesWithoutCoercion(app);
  answerErrorsInTheErrorShape(app);

  await app.register(rateLimit, {
    max: options.perMinute ?? 1_000,
    timeWindow: "1 minute",
    keyGenerator: (request) => (isValidKey(request.headers.authorization) ? "key" : request.ip),
    errorResponseBuilder: (_request, context) =>
      new ApiError(
        context.statusCode,
        "rate_limit_exceeded",
        `Rate limit exceeded, retry in ${context.after}`,
      ),
  });
  // The limiter counts before the key is checked, so that a 401 carries its headers too.
  app.addHook("preParsing", async (request, reply) => {
    if (isValidKey(request.headers.authorization)) return;
    reply.header("www-authenticate", "Bearer");
    throw new ApiError(401, "unauthorized", "API key missing or invalid.");
  });
  announceResetAsTimestamp(app);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async (request) => {
    throw new ApiError(404, "not_found", `${request.method} ${request.url} does not exist.`);
  });
  await app.register(async (v1) => petRoutes(v1, seededStore(30)), { prefix: "/v1" });

  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url: `${address}/v1`, close: () => app.close() };
}

function petRoutes(app: FastifyInstance, store: PetStore): void {
  app.get<{ Querystring: { limit: number; status?: PetStatus } }>(
    "/pets",
    { schema: { querystring: listQuery, response: { 200: { type: "array", items: pet }, "4xx": error } } },
    async (request) => {
      const { limit, status } = request.query;
      return store.all.filter((each) => status === undefined || each.status === status).slice(0, limit);
    },
  );

  app.post<{ Body: NewPet }>(
    "/pets",
    { schema: { body: newPet, response: { 201: pet, "4xx": error } } },
    async (request, reply) => reply.code(201).send(store.add(request.body)),
  );

  app.get<{ Params: { petId: number } }>(
    "/pets/:petId",
    { schema: { params: petPath, response: { 200: pet, "4xx": error } } },
    async (request, reply) => {
      // RFC 9745 and RFC 8594; the operation is removed on 5 December 2030.
      reply.header("deprecation", `@${Date.UTC(2025, 0, 1) / 1_000}`);
      reply.header("sunset", "Thu, 05 Dec 2030 00:00:00 GMT");
      const found = store.all.find((each) => each.id === request.params.petId);
      if (found === undefined)
        throw new ApiError(404, "pet_not_found", `No pet has id ${request.params.petId}.`);
      return found;
    },
  );

  app.get("/store/orders", async () => []);
}

type PetStore = { readonly all: readonly Pet[]; add(wanted: NewPet): Pet };

function seededStore(count: number): PetStore {
  const pets: Pet[] = [];
  const add = ({ name, categoryId, status = "available" }: NewPet): Pet => {
    const created = { id: pets.length + 1, name, categoryId, status };
    pets.push(created);
    return created;
  };
  for (let n = 1; n <= count; n += 1) {
    add({ name: `Pet ${n}`, categoryId: 1 + (n % 3), status: statuses[n % 3] ?? "available" });
  }
  return { all: pets, add };
}

/** Compares digests, which have one length, in constant time. */
function keyChecker(key: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(key);
  return (authorization = "") => {
    const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
    return token !== undefined && timingSafeEqual(digest(token), expected);
  };
}

/** Query and path are text and need coercion; in a body, `"1"` is not an integer and `1` is not a name. */
function validateBodiesWithoutCoercion(app: FastifyInstance): void {
  const coercing = new Ajv({ coerceTypes: "array", useDefaults: true });
  const exact = new Ajv();
  app.setValidatorCompiler(({ schema, httpPart }) =>
    (httpPart === "body" ? exact : coercing).compile(schema),
  );
}

function answerErrorsInTheErrorShape(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((failure, _request, reply) => {
    const status = failure.statusCode ?? 500;
    const message = status < 500 ? failure.message : "Internal server error.";
    return reply.code(status).send({ code: failure.code ?? "error", message, status });
  });
}

/** The plugin announces the seconds left; the interface wants the moment as a Unix timestamp. */
function announceResetAsTimestamp(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    const secondsLeft = reply.getHeader("x-ratelimit-reset");
    if (secondsLeft === undefined) return;
    reply.header("x-ratelimit-reset", Math.ceil(Date.now() / 1_000) + Number(secondsLeft));
  });
}
