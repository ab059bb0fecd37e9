import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { defaultFiles } from "#cli/options/config.ts";
import { formatNames } from "#report/formats/formats.ts";
import { settled, startBedServer } from "./bed-server.ts";
import { bedKey } from "./petstore.ts";
import type { HostileCase } from "./targets.ts";

/** What the command line did with one hostile target, as a process of its own. */
export interface Spawned {
  readonly exitCode: number | null;
  readonly elapsedMs: number;
  readonly peakBytes: number;
  readonly openSockets: number;
  /** Standard output, standard error, each report, and what else a run writes, by name. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Writes down, in kB, the most memory that the process ever had, as it ends. From /proc where there is one: what
 * getrusage says there begins with the memory of the process that started this one.
 */
const measure = `import { readFileSync, writeFileSync } from "node:fs";
const peak = () => {
  try { return /VmHWM:\\s*(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]; }
  catch { return String(process.resourceUsage().maxRSS); }
};
process.on("exit", () => writeFileSync("peak.txt", peak()));`;

/** How many texts there are. */
export const textsOfRun = formatNames.length + 3;

/** `bin`: the compiled command line. Every format of report is asked for, and all else that a run can write. */
export async function spawnCase(bin: string, hostile: HostileCase): Promise<Spawned> {
  const server = await startBedServer(hostile.hostility(), hostile);
  const folder = await mkdtemp(join(tmpdir(), "hostile-"));
  try {
    await writeFile(join(folder, "known.yaml"), "[]\n");
    await writeFile(join(folder, defaultFiles[0]), configurationFor(hostile).join("\n"));
    if (hostile.ca !== undefined) await writeFile(join(folder, "ca.pem"), hostile.ca);
    const began = performance.now();
    const child = spawn(
      process.execPath,
      [
        `--import=data:text/javascript,${encodeURIComponent(measure)}`,
        bin,
        ...argumentsFor(hostile, server.url),
      ],
      {
        cwd: folder,
        env: {
          PATH: process.env.PATH,
          PETSTORE_API_KEY: bedKey,
          ...(hostile.isProxy && { HTTP_PROXY: server.url.origin }),
        },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    const [exitCode] = await once(child, "close");
    const elapsedMs = performance.now() - began;
    const [out, err] = await printed;
    const texts: Record<string, string> = { "standard output": out, "standard error": err };
    for (const name of await readdir(folder)) texts[name] = await readFile(join(folder, name), "utf8");
    const {
      "peak.txt": peak = "0",
      "ca.pem": _,
      "known.yaml": __,
      [defaultFiles[0]]: ___,
      ...written
    } = texts;
    return {
      exitCode,
      elapsedMs,
      peakBytes: Number(peak) * 1024,
      openSockets: await settled(server.open),
      texts: written,
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

function configurationFor({ ca, timeoutMs }: HostileCase): string[] {
  return [
    ...["consistency-wait: 0.1", "max-wait: 1", `timeout: ${timeoutMs / 1000}`, "events: events"],
    ...(ca === undefined ? [] : ["ca: ca.pem"]),
  ];
}

function argumentsFor(hostile: HostileCase, address: URL): string[] {
  const target = hostile.isProxy ? "http://pets.test/v1" : address.href;
  return [
    ...["run", target, "--seed", "1"],
    ...formatNames.flatMap((format) => ["--report", `${format}=report-${format}`]),
    ...["--known-failures", "known.yaml"],
  ];
}
