import { parentPort } from "node:worker_threads";
import { judgePart, TrafficFileError, type TrafficTask } from "./judge-traffic-part.ts";

/** What a thread answers with. The class of an exception does not cross. */
export type FromThread =
  /** How many more bytes of the files were read; further messages follow. */
  | { readonly read: number }
  | { readonly result: Awaited<ReturnType<typeof judgePart>> }
  | { readonly unreadable: { readonly file: string; readonly message: string } }
  | { readonly error: unknown };

const port = parentPort;
if (port === null) throw new Error("this is a thread's code");
const send = (message: FromThread): void => port.postMessage(message);

port.on("message", (task: TrafficTask) => {
  judgePart(task, (read) => send({ read })).then(
    (result) => send({ result }),
    (error: unknown) => {
      if (!(error instanceof TrafficFileError)) return send({ error });
      const { file, message } = error;
      send({ unreadable: { file, message } });
    },
  );
});
