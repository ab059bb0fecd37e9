// Koa with middleware of one's own: a limiter that forgets its headers on errors thrown below it, and ctx.throw, whose text is the body.

import { bodyParser } from "@koa/bodyparser";
import Router from "@koa/router";
import Koa from "koa";

const { API_KEY, PORT } = process.env;
const statuses = ["available", "pending", "sold"];
const pets = Array.from({ length: 30 }, (_, n) => ({
  id: n + 1,
  name: `Pet ${n + 1}`,
  categoryId: 1 + (n % 4),
  status: statuses[n % 3],
}));

const app = new Koa();
app.silent = true;
const windows = new Map();
app.use(async (ctx, next) => {
  const key = ctx.get("Authorization");
  const now = Math.floor(Date.now() / 1000);
  const window = windows.get(key)?.reset > now ? windows.get(key) : { reset: now + 60, used: 0 };
  windows.set(key, window);
  window.used += 1;
  if (window.used > 300) {
    ctx.set("Retry-After", String(window.reset - now));
    ctx.throw(429, "Too many requests");
  }
  ctx.set({
    "X-RateLimit-Limit": "300",
    "X-RateLimit-Remaining": String(300 - window.used),
    "X-RateLimit-Reset": String(window.reset),
  });
  await next();
});
app.use(async (ctx, next) => {
  if (ctx.get("Authorization") !== `Bearer ${API_KEY}`) ctx.throw(401, "Unauthorized");
  await next();
});
app.use(bodyParser());

const router = new Router({ prefix: "/v1" });
router.get("/pets", (ctx) => {
  const limit = Number(ctx.query.limit ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) ctx.throw(400, "limit");
  if (ctx.query.status && !statuses.includes(ctx.query.status)) ctx.throw(400, "status");
  ctx.body = pets.filter(({ status }) => !ctx.query.status || status === ctx.query.status).slice(0, limit);
});
router.post("/pets", (ctx) => {
  const { name, categoryId, status = "available" } = ctx.request.body;
  if (typeof name !== "string" || !Number.isInteger(categoryId) || !statuses.includes(status))
    ctx.throw(400, "invalid pet");
  const pet = { id: pets.length + 1, name, categoryId, status };
  pets.push(pet);
  ctx.status = 201;
  ctx.body = pet;
});
router.get("/pets/:petId", (ctx) => {
  const pet = pets.find(({ id }) => String(id) === ctx.params.petId);
  if (!pet) ctx.throw(404, "not found");
  ctx.set({ Deprecation: "@1735689600", Sunset: "Thu, 05 Dec 2030 00:00:00 GMT" });
  ctx.body = pet;
});
router.get("/store/orders", (ctx) => {
  ctx.body = [];
});
app.use(router.routes()).use(router.allowedMethods());

const server = app.listen(Number(PORT ?? 0), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/v1`),
);
