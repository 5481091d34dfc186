import type { Hit } from "./match-terms.ts";
import type { Token } from "./text.ts";

/** The texts of one line, split into words, with what the tables find in them. */
export interface ReadText {
  readonly description: readonly Token[];
  readonly supplier: readonly Token[];
  readonly account: readonly Token[];
  /** What the lexicon finds in the description. */
  readonly hits: readonly Hit[];
  /** What the supplier table finds in the supplier's name. */
  readonly supplier_hits: readonly Hit[];
}
