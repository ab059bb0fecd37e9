// Hono with zod, errors in the interface's shape; z.coerce reads the query, and the limiter counts in a window that slides.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";

const { API_KEY, PORT } = process.env;
const status = z.enum(["available", "pending", "sold"]);
const query = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  status: status.optional(),
});
const newPet = z.object({
  name: z.string().min(1),
  categoryId: z.number().int(),
  status: status.default("available"),
});
const pets = Array.from({ length: 30 }, (_, n) => ({
  id: n + 1,
  name: `Pet ${n + 1}`,
  categoryId: 1 + (n % 4),
  status: status.options[n % 3],
}));

const app = new Hono();
const seen = new Map();
app.use(async (c, next) => {
  const now = Date.now();
  const key = c.req.header("Authorization") ?? "";
  const times = (seen.get(key) ?? []).filter((time) => time > now - 60_000);
  times.push(now);
  seen.set(key, times);
  c.header("X-RateLimit-Limit", "300");
  c.header("X-RateLimit-Remaining", String(Math.max(0, 300 - times.length)));
  c.header("X-RateLimit-Reset", String(Math.ceil((times[0] + 60_000) / 1000)));
  if (times.length > 300) throw new HTTPException(429, { message: "Too many requests" });
  if (key !== `Bearer ${API_KEY}`) throw new HTTPException(401, { message: "Missing or invalid API key" });
  await next();
});
app.onError((error, c) => {
  const code =
    error instanceof HTTPException
      ? error.status
      : error instanceof z.ZodError || error instanceof SyntaxError
        ? 400
        : 500;
  if (code === 429) c.header("Retry-After", "60");
  return c.json({ code: `E${code}`, message: error.message, status: code }, code);
});
app.notFound((c) => c.json({ code: "E404", message: "Not found", status: 404 }, 404));

app.get("/v1/pets", (c) => {
  const { limit, status } = query.parse(c.req.query());
  return c.json(pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit));
});
app.post("/v1/pets", async (c) => {
  const pet = { id: pets.length + 1, ...newPet.parse(await c.req.json()) };
  pets.push(pet);
  return c.json(pet, 201);
});
app.get("/v1/pets/:petId", (c) => {
  const pet = pets.find(({ id }) => id === Number(c.req.param("petId")));
  c.header("Deprecation", "@1735689600");
  c.header("Sunset", "Thu, 05 Dec 2030 00:00:00 GMT");
  if (pet === undefined) throw new HTTPException(404, { message: "No such pet" });
  return c.json(pet);
});
app.get("/v1/store/orders", (c) => c.json([]));

serve({ fetch: app.fetch, port: Number(PORT ?? 0), hostname: "127.0.0.1" }, ({ port }) =>
  console.log(`http://127.0.0.1:${port}/v1`),
);
