import type { Catalog } from "../../../src/core/catalog.ts";
import type { SqlValue, TenantTransaction } from "../../../src/core/context.ts";
import { daysBetween } from "../../../src/core/days.ts";
import type { Statement } from "../../../src/core/statement.ts";
import type { NewActivity } from "../../../src/modules/activities/index.ts";
import { purchaseMatches } from "../../../src/modules/ingestion/link-purchases.ts";
import { withOpenItems } from "../../../src/modules/ingestion/plan-open-items.ts";
import { purchaseChanges } from "../../../src/modules/ingestion/purchase-changes.ts";
import type { NewPurchase, NewSettlement } from "../../../src/modules/purchases/index.ts";
import type { ParsedDocument } from "../../../src/modules/reading/index.ts";

/** A document whose lines are told by the names in their descriptions. */
export interface ToldDocument {
  readonly document: ParsedDocument;
  readonly activities: readonly NewActivity[];
  readonly names: readonly string[];
}

export type Outcome = "counts" | "evidence" | "waits";

const AMOUNT_DAYS = 45;
const AMOUNT_CENTS = 5;

/**
 * The register of purchases of one company without a database: what is planned and written is the service's own code, the
 * statements that it sends are answered from memory. A few look up more than the database would; none less.
 */
export class RegisterInMemory {
  readonly #purchases = new Map<string, NewPurchase>();
  readonly #words: NewSettlement[] = [];
  readonly #lines = new Map<string, Outcome>();
  readonly #names = new Map<string, string>();
  readonly #catalog: Catalog;
  #made = 0;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** Records documents of which none concerns another, as one group. */
  async record(documents: readonly ToldDocument[]): Promise<void> {
    const tx = { rows: this.#rows } as unknown as TenantTransaction;
    const told = documents.map(({ document, activities }) => ({
      document,
      activities,
      is_held: false,
      document_id: null,
    }));
    const matched = await purchaseMatches(tx, told, "DK");
    const ctx = { newId: this.#newId, tenant: { country: "DK" } } as unknown as Parameters<typeof withOpenItems>[0];
    const catalog = this.#catalog;
    const open = matched.map((purchases) => ({ purchases, catalog, is_open: true }));
    const planned = await withOpenItems(ctx, tx, open, []);
    const recorded = documents.map(({ names, activities }, index) => {
      const activity_ids = names.map(() => this.#newId());
      const purchases = planned[index];
      if (purchases === undefined) throw new Error("a document was planned nothing of");
      for (const [line, name] of names.entries()) {
        const id = activity_ids[line] ?? "";
        const match = purchases.lines.get(line)?.kind;
        this.#names.set(name, id);
        const counts = activities[line]?.split.decision.status === "excluded" ? "evidence" : "counts";
        this.#lines.set(id, match === undefined ? counts : match === "duplicate" ? "evidence" : "waits");
      }
      return { recorded: { document_id: this.#newId(), activity_ids }, purchases };
    });
    const changes = purchaseChanges(this.#newId, recorded);
    for (const purchase of changes.purchases) this.#purchases.set(purchase.id, purchase);
    for (const { id, matched_by, ...link } of changes.links) {
      const known = this.#purchases.get(id);
      if (known === undefined) throw new Error("a link of no purchase");
      this.#purchases.set(id, { ...known, ...link, matched_by: known.matched_by ?? matched_by });
    }
    this.#words.push(...changes.settlements);
    for (const { activity_id, kind } of changes.splitChanges) {
      const before = this.#lines.get(activity_id);
      if (kind === "duplicate" && before !== "evidence") this.#lines.set(activity_id, "evidence");
      if (kind === "possible_duplicate" && before === "counts") this.#lines.set(activity_id, "waits");
    }
  }

  outcome(name: string): Outcome {
    const outcome = this.#lines.get(this.#names.get(name) ?? "");
    if (outcome === undefined) throw new Error(`no line of ${name}`);
    return outcome;
  }

  readonly #newId = (): string => {
    this.#made += 1;
    return `id${String(this.#made).padStart(6, "0")}`;
  };

  readonly #rows = ({ text }: Statement, values: readonly SqlValue[] = []): Promise<unknown[]> => {
    const answer = ANSWERS.find(([words]) => text.includes(words));
    if (answer === undefined) throw new Error(`nobody answers ${text}`);
    return Promise.resolve(answer[1](this, values));
  };

  get known(): readonly NewPurchase[] {
    return [...this.#purchases.values()];
  }

  /** The newest word about each pair of which a purchase is one. */
  wordsOf(id: string): readonly NewSettlement[] {
    const newest = new Map<string, NewSettlement>();
    for (const word of this.#words) {
      if (word.payment_id === id || word.item_id === id) newest.set(`${word.payment_id} ${word.item_id}`, word);
    }
    return [...newest.values()];
  }
}

const cents = (amount: string | null): number | null => (amount === null ? null : Math.round(Number(amount) * 100));
const listed = (value: SqlValue | undefined): readonly unknown[] => (Array.isArray(value) ? value : []);

/** By words of each statement, those that look up most first. */
const ANSWERS: readonly (readonly [
  words: string,
  answer: (register: RegisterInMemory, values: readonly SqlValue[]) => unknown[],
])[] = [
  ["looked_at", accounts],
  ["supplier_identities", () => []],
  ["data_sources", () => []],
  ["from purchase_sources", () => []],
  ["'statement'", firstRows],
  ["p.number_key = q.number_key", byNumber],
  // Every line has a name of its own: no invoice says what another one says.
  ["p.net_cents = q.net or", () => []],
  ["p.net_cents between", byAmount],
  ["state = 'separated'", () => []],
  ["is distinct from 'posting'", () => []],
  ["p.counted_by = any", clusters],
];

const wordsOf = (text: string | null): readonly string[] => text?.split(" ").filter((word) => word !== "") ?? [];

/** Those that can settle or be settled when purchases of one source alone arrive; null: of several. */
function ofAccount(known: readonly NewPurchase[], only: unknown): readonly NewPurchase[] {
  const isRefund = ({ source, gross, net }: NewPurchase) => source === "bank" && Number(gross ?? net) < 0;
  const counted = known.some(isRefund) ? known : known.filter(({ counted_by }) => counted_by === null);
  if (typeof only !== "string" || (only !== "bank" && known.some(({ payment }) => payment === "batch"))) return counted;
  const others = known.filter(({ source }) => source !== only);
  const keys = new Set(others.flatMap(({ supplier_key }) => supplier_key ?? []));
  const named = new Set(others.flatMap(({ name_key }) => wordsOf(name_key)));
  const said = new Set(others.flatMap(({ words }) => wordsOf(words)));
  return counted.filter(
    ({ source, supplier_key, name_key, words }) =>
      source !== only ||
      (supplier_key !== null && keys.has(supplier_key)) ||
      wordsOf(words).some((word) => named.has(word)) ||
      wordsOf(name_key).some((word) => said.has(word)),
  );
}

function accounts(register: RegisterInMemory, values: readonly SqlValue[]): unknown[] {
  const { known } = register;
  return ofAccount(known, values.at(-1)).map((purchase) => ({
    ...purchase,
    told_by: [
      ...known.filter(({ counted_by }) => counted_by === purchase.id).map(({ source }) => source),
      purchase.source,
    ],
    links: register.wordsOf(purchase.id),
  }));
}

function firstRows({ known }: RegisterInMemory): unknown[] {
  const first = (source: string) =>
    known
      .filter((one) => one.source === source)
      .map(({ dated }) => dated)
      .toSorted()[0] ?? null;
  return [{ invoice: first("invoice"), ledger: first("ledger"), bank: first("bank"), card: null, statement: null }];
}

function byNumber({ known }: RegisterInMemory, [positions, sources, numbers]: readonly SqlValue[]): unknown[] {
  return listed(positions).flatMap((position, at) =>
    known
      .filter(({ number_key, source }) => number_key === listed(numbers)[at] && source !== listed(sources)[at])
      .map((one) => ({ position, ...one })),
  );
}

function byAmount({ known }: RegisterInMemory, [positions, sources, amounts, days]: readonly SqlValue[]): unknown[] {
  return listed(positions).flatMap((position, at) =>
    known
      .filter(({ source, net, gross, dated }) => {
        const near = [cents(net), cents(gross)].some(
          (amount) => amount !== null && Math.abs(amount - Number(listed(amounts)[at])) <= AMOUNT_CENTS,
        );
        const distance = Math.abs(daysBetween(dated, String(listed(days)[at])));
        return source !== listed(sources)[at] && near && distance <= AMOUNT_DAYS;
      })
      .map((one) => ({ position, ...one })),
  );
}

function clusters({ known }: RegisterInMemory, [ids]: readonly SqlValue[]): unknown[] {
  const wanted = new Set(listed(ids));
  return known.filter(({ id, counted_by }) => wanted.has(id) || wanted.has(counted_by));
}
