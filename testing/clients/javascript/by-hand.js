// What the libraries leave to the program.

import { setTimeout as sleep } from "node:timers/promises";

/** A reviver for JSON.parse: whole numbers beyond 2^53 become BigInts, and keep every digit. */
export const exact = (_key, value, { source }) => (/^-?\d{16,}$/.test(source) ? BigInt(source) : value);

/** How long a Retry-After header asks to wait, in milliseconds: seconds or a date; 0 where it is missing or neither. */
export const retryAfterMs = (value) =>
  Math.max(0, Number(value) * 1000 || Date.parse(value ?? "") - Date.now() || 0);

let notBefore = 0;

/** A 429 is meant for the key: after it no request goes out before the longest wait that any answer has asked for. */
export function heed(status, retryAfter) {
  if (status === 429) notBefore = Math.max(notBefore, Date.now() + Math.max(100, retryAfterMs(retryAfter)));
}

/** Resolves when a request may go out. */
export async function turn() {
  while (Date.now() < notBefore) await sleep(notBefore - Date.now());
}

/** A fetch that keeps to both. */
export const heeding = (fetch) => async (resource, options) => {
  await turn();
  const response = await fetch(resource, options);
  heed(response.status, response.headers.get("retry-after"));
  return response;
};

/** An interceptor of undici that keeps to both. */
export const heeded = (dispatch) => (options, handler) => {
  const names = ["onRequestStart", "onRequestUpgrade", "onResponseData", "onResponseEnd", "onResponseError"];
  const passed = names.map((name) => [name, (...args) => handler[name]?.(...args)]);
  const onResponseStart = (controller, status, headers, text) => {
    heed(status, headers["retry-after"]);
    handler.onResponseStart?.(controller, status, headers, text);
  };
  turn().then(() => dispatch(options, { ...Object.fromEntries(passed), onResponseStart }));
  return true;
};
