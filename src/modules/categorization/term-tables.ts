import { compileHeadings } from "./account-heading.ts";
import { ASSETS } from "./lexicon/assets.ts";
import { ENERGY } from "./lexicon/energy.ts";
import { GOODS } from "./lexicon/goods.ts";
import { MATERIALS } from "./lexicon/materials.ts";
import { DUTIES, NOT_RELEVANT, NOT_RELEVANT_SUPPLIERS, NOT_RELEVANT_UNLESS, PAY } from "./lexicon/not-relevant.ts";
import { SERVICES } from "./lexicon/services.ts";
import { SUPPLIERS } from "./lexicon/suppliers.ts";
import { TRANSPORT } from "./lexicon/transport.ts";
import { WORDS_OF_TRADES } from "./lexicon/words-of-trades.ts";
import { compileTerms, type TermIndex } from "./term-index.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** The reviewed tables of the chain and what an operator added, compiled for look-up. Immutable; one instance serves every tenant. */
export interface CategorizationTables {
  readonly lexicon: TermIndex;
  readonly suppliers: TermIndex;
  /** Headings of accounts (account-heading.ts). */
  readonly headings: TermIndex;
  readonly not_relevant: TermIndex;
  /** What names an account of pay; part of `not_relevant`. */
  readonly pay: TermIndex;
  /** Taxes and duties for which nothing is delivered. */
  readonly duties: TermIndex;
  readonly not_relevant_unless: TermIndex;
  readonly not_relevant_suppliers: TermIndex;
  /** Learned from the operator's file; null: there is none. */
  readonly vocabulary: Vocabulary | null;
}

/** A strong term outweighs two others; a normal one decides alone (2.4 / 3.2 = 0.75); a weak one only suggests (0.56). */
const LEXICON_WEIGHTS = { strong: 5, normal: 2.4, weak: 1 };
const SUPPLIER_WEIGHTS = { strong: 3, normal: 1.9, weak: 0.8 };
const PLAIN_WEIGHTS = { strong: 5, normal: 5, weak: 5 };

/** Category of entries that buy nothing. */
export const NOT_RELEVANT_KEY = "unclassified.not_relevant";
/** Category of lines that nobody could place yet. */
export const PENDING_KEY = "unclassified.pending";

let compiled: CategorizationTables | undefined;

/** The tables of this release, compiled at the first call. */
export function categorizationTables(): CategorizationTables {
  compiled ??= {
    lexicon: compileTerms([ENERGY, TRANSPORT, MATERIALS, GOODS, SERVICES, ASSETS, WORDS_OF_TRADES], LEXICON_WEIGHTS),
    suppliers: compileTerms(SUPPLIERS, SUPPLIER_WEIGHTS),
    headings: compileHeadings(),
    not_relevant: compileTerms([{ [NOT_RELEVANT_KEY]: { normal: NOT_RELEVANT } }], PLAIN_WEIGHTS),
    pay: compileTerms([{ [NOT_RELEVANT_KEY]: { normal: PAY } }], PLAIN_WEIGHTS),
    duties: compileTerms([{ [NOT_RELEVANT_KEY]: { normal: DUTIES } }], PLAIN_WEIGHTS),
    not_relevant_unless: compileTerms([{ [NOT_RELEVANT_KEY]: { normal: NOT_RELEVANT_UNLESS } }], PLAIN_WEIGHTS),
    not_relevant_suppliers: compileTerms([{ [NOT_RELEVANT_KEY]: { normal: NOT_RELEVANT_SUPPLIERS } }], PLAIN_WEIGHTS),
    vocabulary: null,
  };
  return compiled;
}
