import axios from "axios";
import { key, program, url } from "../program.js";

const client = axios.create({
  baseURL: url,
  headers: { authorization: `Bearer ${key}` },
});

await program({
  list: async (params) => (await client.get("/pets", { params })).data,
  create: async (pet) => (await client.post("/pets", pet)).data,
  read: async (id) => (await client.get(`/pets/${id}`)).data,
});
