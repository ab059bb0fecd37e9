import { parentPort } from "node:worker_threads";
import { judgeFiles, TrafficFileError, type TrafficTask } from "../traffic/judge-files.ts";
import type { PartResult } from "../traffic/part-result.ts";
import { prepare } from "./assemble.ts";

/** What a thread answers with. The class of an exception does not cross. */
export type FromThread =
  /** How many more bytes of the files were read; further messages follow. */
  | { readonly read: number }
  | { readonly result: PartResult }
  | { readonly unreadable: { readonly file: string; readonly message: string } }
  | { readonly error: unknown };

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");
const send = (message: FromThread): void => port.postMessage(message);

async function judged(task: TrafficTask): Promise<PartResult> {
  const prepared = await prepare({ spec: task.spec, declared: task.run.declared });
  return judgeFiles(task, prepared, (read) => send({ read }));
}

port.on("message", (task: TrafficTask) => {
  judged(task).then(
    (result) => send({ result }),
    (error: unknown) => {
      if (!(error instanceof TrafficFileError)) return send({ error });
      const { file, message } = error;
      send({ unreadable: { file, message } });
    },
  );
});
