import { createInterface } from "node:readline";

/** Asks questions in a terminal; each answer is one line. */
export interface Prompt {
  /** Undefined once the input has ended or Ctrl-C was pressed. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly close: () => void;
}

/** A prompt on two streams. Lines pasted ahead answer the questions that follow. */
export function createPrompt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Prompt {
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  const ahead: string[] = [];
  let ended = false;
  let wake = (): void => undefined;
  lines.on("line", (line) => {
    ahead.push(line);
    wake();
  });
  lines.on("close", () => {
    ended = true;
    wake();
  });
  lines.on("SIGINT", () => {
    ahead.length = 0;
    lines.close();
  });
  return {
    ask: async (question) => {
      if (!ended) {
        lines.setPrompt(question);
        lines.prompt();
      }
      while (ahead.length === 0 && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return ahead.shift();
    },
    close: () => lines.close(),
  };
}
