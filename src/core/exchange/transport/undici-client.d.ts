// The package as a whole loads fetch, WebSocket and caches too: more than half of what a short run loads.
declare module "undici/lib/dispatcher/client.js" {
  import { Client } from "undici";
  export default Client;
}
