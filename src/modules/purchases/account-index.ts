import type { AccountRecord } from "./account-record.ts";
import type { PurchaseSource } from "./canonical-record.ts";
import { leadWord, type MergedKeys, standingKey } from "./same-supplier.ts";

/** Positions of records by what names their suppliers. */
type Marks = Map<string, number[]>;

/**
 * Records by source and by what may make their suppliers one: far fewer comparisons than all with all, and none within a source, of
 * which nothing settles its own kind: thousands of postings of one export cost nothing. Keeps the order of the records.
 */
export class AccountIndex {
  readonly #records: readonly AccountRecord[];
  readonly #bySource = new Map<PurchaseSource, Marks>();
  readonly #near = new Map<AccountRecord, AccountRecord[]>();
  readonly #merged: MergedKeys;

  constructor(records: readonly AccountRecord[], merged: MergedKeys) {
    this.#records = records;
    this.#merged = merged;
    for (const [position, record] of records.entries()) {
      const marks: Marks = this.#bySource.get(record.source) ?? new Map<string, number[]>();
      this.#bySource.set(record.source, marks);
      const { key, lead, words } = this.#marksOf(record);
      for (const mark of [key, lead === null ? null : `lead ${lead}`, ...words.map((word) => `word ${word}`)]) {
        if (mark === null) continue;
        const positions = marks.get(mark);
        if (positions === undefined) marks.set(mark, [position]);
        else positions.push(position);
      }
    }
  }

  /** Records of other sources that have the supplier's key, or of which one names the other: none settles one of its own kind. */
  near(record: AccountRecord): AccountRecord[] {
    const before = this.#near.get(record);
    if (before !== undefined) return before;
    const { key, lead, words } = this.#marksOf(record);
    const marks = [
      ...(key === null ? [] : [key]),
      ...(lead === null ? [] : [`word ${lead}`]),
      ...words.map((word) => `lead ${word}`),
    ];
    const positions = new Set<number>();
    for (const [source, byMark] of this.#bySource) {
      if (source === record.source) continue;
      for (const mark of marks) for (const position of byMark.get(mark) ?? []) positions.add(position);
    }
    const near = [...positions]
      .sort((left, right) => left - right)
      .flatMap((position) => this.#records[position] ?? []);
    this.#near.set(record, near);
    return near;
  }

  #marksOf({ supplier_key, name_key, words }: AccountRecord) {
    return {
      key: supplier_key === null ? null : `key ${standingKey(supplier_key, this.#merged)}`,
      lead: leadWord(name_key) ?? null,
      words: [...new Set(words.split(" "))],
    };
  }
}
