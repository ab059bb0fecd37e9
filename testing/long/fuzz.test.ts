import { fuzz } from "../fuzz/fuzz.ts";

fuzz({ judged: 30_000, answered: 3000 });
