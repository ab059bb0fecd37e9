/** What names an error in most languages: `ValueError: …`, `Caused by: …`, `panic: …`, `Exception in thread "main" …`. */
const namesError =
  /^(?:\w+ )?(?:Caused by|panic|Uncaught|Unhandled exception|Exception in thread|Fatal error|fatal)\b|^(?:[\w$.:]*\.)?[A-Za-z_]\w*(?:Error|Exception|Failure|Interrupt|Exit)\b|\((?:\w+::)*\w*(?:Error|Exception)\)$|^thread '.*' panicked|^\S+: \d+: |^error\b/i;

/** A frame of a stack trace, or what runtimes print after one. */
const isFrame =
  /^\s|^(?:at|from) \S+|^#\d+ |^goroutine \d+|^exit status \d+|^Node\.js v\d|^Traceback \(|^Stack trace:|^note: |^\^+$|^[\]})]+,?$|^\S+\.go:\d+|^\S+\(.*\)$|^\S+:\d+$|^npm (?:ERR!|error) |^error Command failed/;

/** What a program prints may be one endless line. */
const longest = 1_000;

/** The line that says best why a program failed: of a stack trace the error, else the last one. Undefined for no line. */
export function tellingLine(output: string): string | undefined {
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.slice(0, longest).trimEnd())
    .filter((line) => line !== "");
  const said = lines.filter((line) => !isFrame.test(line));
  const error = said.findLast((line) => namesError.test(line));
  // Rust has the message on the line after.
  const after = error?.startsWith("thread ") === true ? said[said.lastIndexOf(error) + 1] : undefined;
  return (after ?? error ?? said.at(-1) ?? lines.at(-1))?.trim();
}
