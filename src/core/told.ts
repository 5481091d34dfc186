import { z } from "zod";
import { SCHEMA_NAMES } from "./schema-names.ts";

/** A sentence of the ledger as a code and what stands in it, so that readers are told it in their own language. */
export const told = z.object({
  code: z.string(),
  parameters: z.record(z.string(), z.string()),
});
SCHEMA_NAMES.add(told, { name: "Told" });

export type Told = z.output<typeof told>;

/** A code and the sentence that the service writes for it; what the named groups hold are its parameters. */
export type Form = readonly [code: string, sentence: RegExp];

/** What somebody typed, or a sentence of a later release: it stands as it is. */
export const TYPED = "typed";

export function typed(text: string): Told {
  return { code: TYPED, parameters: { text } };
}

/** The first form that a whole text has; null: none. */
export function toldBy(forms: readonly Form[], text: string): Told | null {
  for (const [code, sentence] of forms) {
    const match = sentence.exec(text);
    if (match !== null) return { code, parameters: given(match.groups ?? {}) };
  }
  return null;
}

/** Groups that took part. */
function given(groups: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]])),
  );
}
