// Express, as a first version is often written: parseInt for the query, the rate limiter's own answer, the framework's own error page for a body that is not JSON.
import express from "express";
import { rateLimit } from "express-rate-limit";

const { API_KEY, PORT } = process.env;
const pets = [];
const add = ({ name, categoryId, status }) => {
  const pet = { id: pets.length + 1, name, categoryId, status: status ?? "available" };
  pets.push(pet);
  return pet;
};
for (let n = 1; n <= 30; n += 1)
  add({ name: `Pet ${n}`, categoryId: 1 + (n % 4), status: ["available", "pending", "sold"][n % 3] });

const app = express();
const error = (res, status, code, message) => res.status(status).json({ code, message, status });
app.use(rateLimit({ windowMs: 60_000, limit: 300, legacyHeaders: true, standardHeaders: false }));
app.use((req, res, next) =>
  req.get("Authorization") === `Bearer ${API_KEY}`
    ? next()
    : error(res, 401, "unauthorized", "Missing or invalid API key."),
);
app.use(express.json());

app.get("/v1/pets", (req, res) => {
  const limit = req.query.limit === undefined ? 20 : Number.parseInt(req.query.limit, 10);
  if (Number.isNaN(limit) || limit < 1 || limit > 100)
    return error(res, 400, "bad_limit", "limit must be between 1 and 100");
  const { status } = req.query;
  if (status && !["available", "pending", "sold"].includes(status))
    return error(res, 400, "bad_status", "unknown status");
  res.json(pets.filter((pet) => !status || pet.status === status).slice(0, limit));
});
app.post("/v1/pets", (req, res) => {
  const { name, categoryId, status } = req.body ?? {};
  if (!name || !categoryId) return error(res, 400, "invalid", "name and categoryId are required");
  if (status && !["available", "pending", "sold"].includes(status))
    return error(res, 400, "invalid", "unknown status");
  res.status(201).json(add({ name, categoryId, status }));
});
app.get("/v1/pets/:petId", (req, res) => {
  const pet = pets.find(({ id }) => id === Number(req.params.petId));
  res.set({ Deprecation: "@1735689600", Sunset: "Thu, 05 Dec 2030 00:00:00 GMT" });
  return pet ? res.json(pet) : error(res, 404, "not_found", "No such pet");
});
app.get("/v1/store/orders", (_req, res) => res.json([]));

const server = app.listen(Number(PORT ?? 0), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/v1`),
);
