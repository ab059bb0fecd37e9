import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { root } from "../source-files.ts";

/** Says in the very last line which tests were skipped for want of something that this machine lacks. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests("skipped")].flatMap((test) => {
        const result = test.result();
        const note = result.state === "skipped" ? (result.note ?? "") : "";
        return note.startsWith("needs ") ? [{ note, file: relative(root, module.moduleId) }] : [];
      }),
    );
    if (skipped.length > 0) process.stdout.write(`${sentence(skipped)}\n`);
  }
}

function sentence(skipped: readonly { readonly note: string; readonly file: string }[]): string {
  const parts = [...Map.groupBy(skipped, ({ note, file }) => `${file} ${note}`)].map(([part, tests]) =>
    tests.length === 1 ? part : `${part} (${tests.length} tests)`,
  );
  return `Skipped on this machine: ${parts.join("; ")}.`;
}
