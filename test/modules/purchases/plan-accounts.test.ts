import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plusDays } from "../../../src/core/days.ts";
import { type AccountDecision, type AccountRecord, planAccounts } from "../../../src/modules/purchases/index.ts";
import { movedCents } from "../../../src/modules/purchases/account-record.ts";
import { subsetFit } from "../../../src/modules/purchases/subsets.ts";
import { processorTime } from "../../support/processor-time.ts";

const TABLES = {
  merged: new Map(),
  home_currency: "DKK",
  rate: (from: string) => (from === "EUR" ? "7.46" : null),
};

const money = (cents: number) => (cents / 100).toFixed(2);

interface Drawn {
  readonly source: AccountRecord["source"];
  readonly supplier: string;
  readonly cents: number;
  readonly day: number;
  readonly currency?: string;
}

const record = (id: string, { source, supplier, cents, day, currency = "DKK" }: Drawn): AccountRecord => ({
  id,
  source,
  document_id: `document ${id}`,
  activity_ids: [],
  counted_by: null,
  state: "settled",
  number_key: null,
  supplier_key: source === "bank" ? null : `name:${supplier}`,
  name_key: source === "bank" ? null : supplier,
  words: `${supplier} varer`,
  net: source === "bank" ? null : money(Math.round(cents / 1.25)),
  gross: money(cents),
  currency,
  dated: plusDays("2026-01-01", day),
  since: null,
  supply: null,
  is_new: false,
  told_by: [source],
  links: [],
});

/** How the payments of one supplier's bills are made. */
const KINDS = [
  "each",
  "together",
  "instalments",
  "credited",
  "foreign",
  "rounded",
  "more",
  "twice",
  "elsewhere",
] as const;
type Kind = (typeof KINDS)[number];

interface World {
  readonly kind: Kind;
  readonly records: readonly AccountRecord[];
  /** Ids of payments that are of the bills that are here, within 90 days of them. */
  readonly paying: ReadonlySet<string>;
}

const amounts = fc.uniqueArray(fc.integer({ min: 1_000, max: 5_000_000 }), { minLength: 1, maxLength: 5 });

const world = (kind: Kind): fc.Arbitrary<World> =>
  fc
    .record({
      amounts,
      days: fc.integer({ min: 0, max: 60 }),
      later: fc.integer({ min: 0, max: 25 }),
      part: fc.integer({ min: 1, max: 99 }),
      newest: fc.nat(20),
      isBatch: fc.boolean(),
      supplier: fc.constantFrom("nordpap", "bogcentralen", "elselskabet"),
    })
    .map(({ amounts: drawn, days, later, part, newest, isBatch, supplier }) => {
      const bills = drawn.map((cents, index) =>
        record(`bill ${index}`, {
          source: "invoice",
          supplier,
          cents,
          day: index,
          currency: kind === "foreign" ? "EUR" : "DKK",
        }),
      );
      const pay = (index: number, cents: number, day: number, name: string = supplier) =>
        record(`pay ${index}`, { source: "bank", supplier: name, cents, day });
      const total = drawn.reduce((sum, cents) => sum + cents, 0);
      const day = 5 + days;
      const [first = 0] = drawn;
      const piece = Math.max(1, Math.floor((first * part) / 100));
      const paid: Record<Kind, () => AccountRecord[]> = {
        each: () => drawn.map((cents, index) => pay(index, cents, index + days)),
        together: () => [pay(0, total, day)],
        instalments: () => [pay(0, piece, day), pay(1, first - piece, day + later)],
        credited: () => [pay(0, total - piece, day)],
        foreign: () => drawn.map((cents, index) => pay(index, Math.round(cents * 7.5), index + days)),
        rounded: () => [pay(0, Math.round(first / 100) * 100, day)],
        more: () => [pay(0, total + 12_345, day)],
        twice: () => [pay(0, total, day), pay(1, total, day + later)],
        elsewhere: () => [pay(0, total, day, "fremmed")],
      };
      const credit =
        kind === "credited" ? [record("credit", { source: "invoice", supplier, cents: -piece, day: 3 })] : [];
      const payments = paid[kind]();
      const all = [...bills, ...credit, ...payments];
      const news = newest % all.length;
      const isNew = (one: AccountRecord, index: number) => index === news || (isBatch && one.source === "bank");
      return {
        kind,
        records: all.map((one, index) => ({ ...one, is_new: isNew(one, index) })),
        paying: new Set(kind === "elsewhere" ? [] : payments.map(({ id }) => id)),
      };
    });

/** Every kind has about a ninth of the cases. */
const worlds = fc.oneof(...KINDS.map((kind) => ({ weight: 1, arbitrary: world(kind) })));

const told = (decisions: readonly AccountDecision[]) =>
  decisions
    .map((decision) =>
      decision.kind === "same"
        ? `${decision.payment.id} is ${decision.item.id}`
        : `${decision.payment.id} ${decision.kind} ${decision.shares.map(({ item, amount }) => `${item.id} ${amount}`).join(", ")}`,
    )
    .toSorted();

const settled = (decisions: readonly AccountDecision[]) => decisions.filter(({ kind }) => kind === "settles");

describe("accounts of suppliers", () => {
  test.each([[20261125], [7], [4711], [1618033]])("2,500 drawn accounts of seed %i", (seed) => {
    const drawn = new Map<Kind, number>();
    fc.assert(
      fc.property(worlds, fc.nat(), ({ kind, records, paying }, turn) => {
        drawn.set(kind, (drawn.get(kind) ?? 0) + 1);
        const decisions = planAccounts(records, TABLES);
        const payments = decisions.map(({ payment }) => payment.id);
        // A payment is decided about once, and never one of another supplier.
        expect(new Set(payments).size).toBe(payments.length);
        expect(payments.filter((id) => !paying.has(id))).toEqual([]);
        // What is settled in silence adds up, and takes no more of an item than it has.
        const taken = new Map<string, number>();
        for (const decision of settled(decisions)) {
          if (decision.kind === "same") continue;
          const sum = decision.shares.reduce((all, { amount }) => all + Math.round(Number(amount) * 100), 0);
          expect(Math.abs(sum - movedCents(decision.payment))).toBeLessThanOrEqual(5);
          for (const { item, amount } of decision.shares)
            taken.set(item.id, (taken.get(item.id) ?? 0) + Math.round(Number(amount) * 100));
        }
        for (const { id, gross } of records)
          expect(Math.abs(taken.get(id) ?? 0)).toBeLessThanOrEqual(Math.abs(Math.round(Number(gross) * 100)) + 1);
        // A new payment near what is open neither counts nor vanishes: it has its decision.
        const isPaidTwice = kind === "twice";
        const news = records.filter(({ is_new, source, id }) => is_new && source === "bank" && paying.has(id));
        if (!isPaidTwice) expect(payments).toEqual(expect.arrayContaining(news.map(({ id }) => id)));
        // The order of the records says nothing.
        const turned = records.map((_, index) => records[(index + turn) % records.length] ?? records[0]);
        expect(
          told(
            planAccounts(
              turned.flatMap((one) => one ?? []),
              TABLES,
            ),
          ),
        ).toEqual(told(decisions));
      }),
      { numRuns: 2_500, seed },
    );
    for (const kind of KINDS) expect(drawn.get(kind) ?? 0, kind).toBeGreaterThan(200);
  });

  test("of one supplier's 21 open items nobody knows which a payment is of", () => {
    const bills = Array.from({ length: 21 }, (_, index) =>
      record(`bill ${index}`, { source: "invoice", supplier: "nordpap", cents: 1_000 + index * 37, day: index }),
    );
    const pay = { ...record("pay", { source: "bank", supplier: "nordpap", cents: 2_037, day: 40 }), is_new: true };
    expect(planAccounts([...bills, pay], TABLES)).toMatchObject([{ kind: "asks", payment: { id: "pay" } }]);
  });
});

describe("sets that give a sum", () => {
  test("are found when there is one, and told as several when there are two", () => {
    expect(subsetFit([400, 600, 120], 1_000, 1)).toEqual({ kind: "one", positions: [0, 1] });
    expect(subsetFit([400, 600, 300, 700], 1_000, 1)).toEqual({ kind: "several" });
    expect(subsetFit([400, 600], 999, 0)).toEqual({ kind: "none" });
  });

  test("an amount and its reverse say nothing more", () => {
    expect(subsetFit([400, 600, 90, -90], 1_000, 1)).toEqual({ kind: "one", positions: [0, 1] });
  });

  test("are not sought among more than 50,000", () => {
    const many = Array.from({ length: 20 }, (_, index) => 1_000_000 + 2 ** index);
    expect(subsetFit(many, 10_000_001, 0)).toEqual({ kind: "several" });
  });
});

describe("what a plan costs", () => {
  /** How long postings of one export are planned whose suppliers' names begin with one word. */
  const planned = (count: number): number => {
    const records = Array.from({ length: count }, (_, at) =>
      record(`r${String(at).padStart(6, "0")}`, {
        source: "ledger",
        supplier: `papirhandler ${at}`,
        cents: 100 + at,
        day: at % 28,
      }),
    );
    return processorTime(() => expect(planAccounts(records, TABLES)).toEqual([]));
  };

  test("grows with the number of postings, not with its square: none of them settles another", () => {
    planned(500);
    // Sixteen times as many cost about sixteen times as much; all with all it would be 256 times.
    expect(planned(16_000) / planned(1000)).toBeLessThan(128);
  });
});
