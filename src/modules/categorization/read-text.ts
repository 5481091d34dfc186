import type { AccountHeading } from "./account-heading.ts";
import type { Caveat } from "./lexicon/caveats.ts";
import type { Hit } from "./match-terms.ts";
import type { Token } from "./text.ts";

/** The texts of one line, split into words, with what the tables find in them. */
export interface ReadText {
  readonly description: readonly Token[];
  readonly supplier: readonly Token[];
  readonly account: readonly Token[];
  /** What the name of the account says of all lines on it; null: no account, or its name is no heading. */
  readonly heading: AccountHeading | null;
  /** Words of the description that change what the line is. */
  readonly caveats: ReadonlySet<Caveat>;
  /** What the lexicon finds in the description. */
  readonly hits: readonly Hit[];
  /** What the supplier table finds in the supplier's name. */
  readonly supplier_hits: readonly Hit[];
}
