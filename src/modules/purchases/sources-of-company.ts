import { z } from "zod";
import type { TenantQueries } from "../../core/context.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import type { SourcesInForce } from "./account-record.ts";
import { type SourceFacts, type SourceRoles, selectSourceFacts, selectSourceRoles } from "./store-sources.ts";

/** purchases: what it tells counts where nothing says more; unused: the company has no such source. */
const BILLS = ["purchases", "unused"] as const;
/** books: it tells every purchase of the company, so that rows of the bank are payments. */
const LEDGER = ["books", "purchases", "unused"] as const;
/** payments: its rows settle what others tell of and are never purchases by themselves. */
const PAYMENTS = ["payments", "purchases"] as const;

export const chosenRoles = z.strictObject({
  invoices: z.enum(BILLS).describe("unused: the company hands in no invoices").optional(),
  ledger: z.enum(LEDGER).describe("books: postings tell every purchase; unused: none is handed in").optional(),
  bank: z.enum(PAYMENTS).describe("payments: transfers are never purchases by themselves").optional(),
  card: z.enum(PAYMENTS).describe("payments: card purchases have receipts").optional(),
});

/** What kind of a source: what it is for the company, whether that was chosen, and since when it tells of something. */
const sourceRole = <Role extends readonly [string, ...string[]]>(roles: Role) =>
  z.object({ role: z.enum(roles), is_chosen: z.boolean(), first_date: z.union([z.string(), z.null()]) });

export const purchaseSourcesRecord = z.object({
  invoices: sourceRole(BILLS),
  ledger: sourceRole(LEDGER),
  bank: sourceRole(PAYMENTS),
  card: sourceRole(PAYMENTS),
  /** Of what utilities state: it counts as consumption, whatever else is a source. */
  statements: z.object({ first_date: z.union([z.string(), z.null()]) }),
  set_by: z.union([z.string(), z.null()]),
  set_by_name: z.union([z.string(), z.null()]),
  set_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(purchaseSourcesRecord, { name: "PurchaseSources" });

export type PurchaseSourcesRecord = z.infer<typeof purchaseSourcesRecord>;

export const EXAMPLE_SOURCES: PurchaseSourcesRecord = {
  invoices: { role: "purchases", is_chosen: false, first_date: "2026-01-05" },
  ledger: { role: "books", is_chosen: true, first_date: "2026-01-02" },
  bank: { role: "payments", is_chosen: false, first_date: "2026-01-03" },
  card: { role: "purchases", is_chosen: false, first_date: null },
  statements: { first_date: null },
  set_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  set_by_name: 'Key "ERP export"',
  set_at: "2026-01-05T08:00:00.000000Z",
};

/**
 * The roles in force: those that the company chose; else what has come tells. A connected ledger has the company's books, and where
 * the books are here rows of the bank are payments; a card's count where no receipt does.
 */
export async function purchaseSources(
  db: TenantQueries,
  { is_ledger_connected }: { readonly is_ledger_connected: boolean },
): Promise<PurchaseSourcesRecord> {
  const [facts, stated] = await Promise.all([selectSourceFacts(db), selectSourceRoles(db)]);
  return rolesOf(facts, stated ?? null, is_ledger_connected);
}

function rolesOf(
  facts: SourceFacts,
  stated: (SourceRoles & Pick<PurchaseSourcesRecord, "set_by" | "set_by_name" | "set_at">) | null,
  is_ledger_connected: boolean,
): PurchaseSourcesRecord {
  const roles: SourceRoles["roles"] = stated?.roles ?? {};
  const usual = is_ledger_connected ? "books" : facts.ledger === null ? "unused" : "purchases";
  const ledger = roles.ledger ?? usual;
  return {
    invoices: {
      role: roles.invoices ?? (facts.invoice === null ? "unused" : "purchases"),
      is_chosen: roles.invoices !== undefined,
      first_date: facts.invoice,
    },
    ledger: { role: ledger, is_chosen: roles.ledger !== undefined, first_date: facts.ledger },
    bank: {
      role: roles.bank ?? (ledger === "books" ? "payments" : "purchases"),
      is_chosen: roles.bank !== undefined,
      first_date: facts.bank,
    },
    card: { role: roles.card ?? "purchases", is_chosen: roles.card !== undefined, first_date: facts.card },
    statements: { first_date: facts.statement },
    set_by: stated?.set_by ?? null,
    set_by_name: stated?.set_by_name ?? null,
    set_at: stated?.set_at ?? null,
  };
}

/** What has just been read of sources, before it is recorded. */
export interface ArrivingRows {
  readonly has_bills: boolean;
  /** ISO date of the bank's first row among them; null: none is the bank's. */
  readonly bank_since: string | null;
}

export type SourcesOfCompany = PurchaseSourcesRecord;

/** What the sources decide about payments, with the rows that arrive. Pure. */
export function sourcesInForce(
  { invoices, ledger, bank, card }: SourcesOfCompany,
  arriving: ArrivingRows,
  isClosed: SourcesInForce["isClosed"],
): SourcesInForce {
  const isUnused = (one: { readonly role: string; readonly is_chosen: boolean }) =>
    one.is_chosen && one.role === "unused";
  const had = invoices.role !== "unused" || ledger.role !== "unused";
  const comes = arriving.has_bills && !(isUnused(invoices) && isUnused(ledger));
  const days = [bank.first_date, arriving.bank_since].filter((day) => day !== null).toSorted();
  return {
    has_bills: had || comes,
    begins: !had && comes,
    bank_since: days[0] ?? null,
    bank: bank.role,
    card: card.role,
    isClosed,
  };
}
