/** What percent-encoded text stands for (RFC 3986, 2.1). Text that is not well encoded stands for itself. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
