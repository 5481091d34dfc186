import { createInterface } from "node:readline/promises";

/** The person at the terminal; null: words come from a script, which nobody answers for. */
export interface Terminal {
  /** One of the choices; asks again until the answer is one. Enter takes the first. */
  choose<Choice extends string>(question: string, choices: readonly [Choice, ...Choice[]]): Promise<Choice>;
}

const TRIES = 5;

/** @throws Error when the terminal is closed, or nothing that is offered was answered five times. */
export function openTerminal(): Terminal | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  return {
    async choose(question, choices) {
      // On the error stream: the output may be JSON for somebody else.
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        for (let tries = 0; tries < TRIES; tries += 1) {
          const answer = (await lines.question(`${question} [${choices.join("/")}] `)).trim().toLowerCase();
          if (answer === "") return choices[0];
          const matches = choices.filter((choice) => choice.startsWith(answer));
          const [only] = matches;
          if (only !== undefined && matches.length === 1) return only;
        }
        throw new Error(`Answer one of ${choices.join(", ")}.`);
      } finally {
        lines.close();
      }
    },
  };
}
