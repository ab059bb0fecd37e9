/**
 * A `.gitignore` with one more folder, as bytes, since it may have names that are not UTF-8; undefined if the folder is
 * already in it.
 */
export function withIgnored(before: Uint8Array, folder: string): Uint8Array | undefined {
  const text = Buffer.from(before).toString("latin1");
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if ([folder, `${folder}/`, `/${folder}`, `/${folder}/`].some((form) => lines.includes(form)))
    return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return Buffer.concat([before, Buffer.from(`${gap}/${folder}/${newline}`)]);
}
