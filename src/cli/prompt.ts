import { createInterface } from "node:readline";

/** Asks questions in a terminal; each answer is one line. */
export type Prompt = ReturnType<typeof createPrompt>;

/** A prompt on two streams. Lines pasted ahead answer the questions that follow. */
export function createPrompt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const answers = lines[Symbol.asyncIterator]();
  let [isClosed, isStopped] = [false, false];
  lines.on("close", () => {
    isClosed = true;
  });
  lines.on("SIGINT", () => {
    isStopped = true;
    lines.close();
  });
  return {
    /** Undefined once the input has ended or Ctrl-C was pressed. */
    ask: async (question: string): Promise<string | undefined> => {
      lines.setPrompt(question);
      if (!isClosed) lines.prompt();
      const { value } = await answers.next();
      return isStopped ? undefined : value;
    },
    close: (): void => lines.close(),
  };
}
