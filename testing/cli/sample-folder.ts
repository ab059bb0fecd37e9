import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { main } from "../../src/cli/main.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { sampleIo } from "./sample-io.ts";

/** An empty folder that `init` is called in. */
export class SampleFolder {
  readonly path = temporaryFolder();

  put(file: string, text: string): void {
    mkdirSync(dirname(join(this.path, file)), { recursive: true });
    writeFileSync(join(this.path, file), text);
  }

  text(file: string): string {
    return readFileSync(join(this.path, file), "utf8");
  }

  /** Every file below, sorted. */
  files(): string[] {
    const entries = readdirSync(this.path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.path.length + 1))
      .sort();
  }

  /** `init` with these arguments. With typed lines there is a terminal; it ends after them. */
  async init(
    args: readonly string[],
    { typed, folder = "" }: { readonly typed?: readonly string[]; readonly folder?: string } = {},
  ): Promise<{ code: number; out: string; err: string; asked: readonly string[] }> {
    const asked: string[] = [];
    const lines = [...(typed ?? [])];
    const ask = async (question: string): Promise<string | undefined> => {
      asked.push(question);
      return lines.shift();
    };
    const { io, printed } = sampleIo({
      outIsTerminal: typed !== undefined,
      env: { PETSTORE_API_KEY: "a-key-that-is-set" },
      folder: join(this.path, folder),
      openPrompt: typed && (async () => ({ ask, close: () => undefined })),
    });
    const code = await main(["init", ...args], io);
    return { code, ...printed, asked };
  }
}
