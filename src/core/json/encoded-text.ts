/** UTF-8 as text, its byte order mark kept; undefined for other bytes. `isCut`: they may end inside a character. */
export function utf8Text(bytes: Uint8Array, isCut = false): string | undefined {
  try {
    // With `stream` the decoder drops the first bytes of a character.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Whether text can be decoded: each percent sign begins an octet, and the octets are UTF-8. */
export function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** What percent-encoded text stands for (RFC 3986, 2.1). Text that is not well encoded stands for itself. */
export function percentDecoded(text: string): string {
  return isPercentEncoded(text) ? decodeURIComponent(text) : text;
}
