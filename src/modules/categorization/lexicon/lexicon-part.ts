/**
 * Terms of one category, comma separated, written as people write them (letters are folded on compilation).
 *   strong   decides whatever else the line says: what was done or bought, e.g. "forsikring"
 *   normal   decides alone: the thing itself, e.g. "stål"
 *   weak     supports or suggests only: words with several meanings
 * A term matches a word with inflection and as head of a compound; "term*" also as its first part; "=term" the word alone;
 * "~term" never later in a longer word: English writes compounds apart, and "table" is no part of "adjustable"; several
 * words are a phrase. Source: general vocabulary of Danish, English and (for supplies) Swedish, Norwegian and
 * German business invoices, collected per category for this service; no text of a customer or sample.
 */
export interface Terms {
  readonly strong?: string;
  readonly normal?: string;
  readonly weak?: string;
}

export type LexiconPart = Readonly<Record<string, Terms>>;
