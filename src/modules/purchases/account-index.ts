import type { AccountRecord } from "./account-record.ts";
import { leadWord, type MergedKeys, standingKey } from "./same-supplier.ts";

/** Records by what may make their suppliers one: far fewer comparisons than all with all. Keeps the order of the records. */
export class AccountIndex {
  readonly #records: readonly AccountRecord[];
  readonly #byMark = new Map<string, number[]>();
  readonly #near = new Map<AccountRecord, AccountRecord[]>();
  readonly #merged: MergedKeys;

  constructor(records: readonly AccountRecord[], merged: MergedKeys) {
    this.#records = records;
    this.#merged = merged;
    for (const [position, record] of records.entries()) {
      const { key, lead, words } = this.#marksOf(record);
      for (const mark of [key, lead === null ? null : `lead ${lead}`, ...words.map((word) => `word ${word}`)]) {
        if (mark === null) continue;
        const positions = this.#byMark.get(mark);
        if (positions === undefined) this.#byMark.set(mark, [position]);
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
    const positions = new Set(marks.flatMap((mark) => this.#byMark.get(mark) ?? []));
    const near = [...positions]
      .sort((left, right) => left - right)
      .flatMap((position) => this.#records[position] ?? [])
      .filter(({ source }) => source !== record.source);
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
