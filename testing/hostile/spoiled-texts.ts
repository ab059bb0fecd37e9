import type { HostileCase } from "./hostile-case.ts";
import { editing, petstore } from "./petstore.ts";

type Hostile = HostileCase["hostility"];

/** Each pet is named by one of the words, by its number. The server stays correct: a name may be any text. */
export const namedBy = (words: readonly string[]): Hostile => {
  return () =>
    petstore(
      editing((text) =>
        text.replace(
          /"name":"[A-Z][a-z]+ (\d+)"/g,
          (_, number) => `"name":${JSON.stringify(words[Number(number) % words.length])}`,
        ),
      ),
    );
};

/** Each member of an Error body is a word. */
export const refusedWith = (words: readonly string[]): Hostile => {
  return () =>
    petstore(
      editing((text, { correct, request }) => {
        if (correct.status < 400) return text;
        const word = JSON.stringify(words[request.nth % words.length]);
        return `{"code":${word},"message":${word},"status":${word}}`;
      }),
    );
};

/** A create is answered with a pet of another name: a word. */
export const createdAs = (words: readonly string[]): Hostile => {
  return () =>
    petstore(
      editing((text, { method, correct, request }) =>
        method === "POST" && correct.status === 201
          ? text.replace(
              /"name":"(?:[^"\\]|\\.)*"/,
              () => `"name":${JSON.stringify(words[request.nth % words.length])}`,
            )
          : text,
      ),
    );
};
