import type { TenantTransaction } from "../../core/context.ts";
import { ownCurrency } from "../../core/currency.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, selectPostedLines, type StoredLine } from "../activities/index.ts";
import {
  centsOf,
  matchPostings,
  type OwnPurchase,
  type Posting,
  type PostingMatch,
  type PurchaseSource,
  selectPostings,
} from "../purchases/index.ts";
import { numberingSources } from "../data-sources/index.ts";
import { foldedWords } from "./purchase.ts";

interface DocumentPurchases {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
}

/**
 * Of each document, which of its postings earlier ledgers recorded already, and which of its entries earlier exports of a bank or card.
 * Documents of one call do not see each other: a ledger is recorded by itself. Three statements per 1,000 amounts and days of such
 * documents; none for others. Under the lock of the audit chain.
 */
export async function postingMatches(
  tx: TenantTransaction,
  documents: readonly DocumentPurchases[],
  country: string,
): Promise<Map<number, PostingMatch>[]> {
  const home = ownCurrency(country);
  const probes = documents.flatMap(({ own }) =>
    own.flatMap(({ source, net, gross, dated }) => {
      const amount = net ?? gross;
      return !isPosted(source) || amount === null ? [] : [{ cents: centsOf(amount), dated }];
    }),
  );
  if (probes.length === 0) return documents.map(() => new Map());
  const stored = await selectPostings(tx, probes);
  const lines = await selectPostedLines(
    tx,
    stored.flatMap(({ activity_ids }) => activity_ids),
  );
  const numbering = stored.length === 0 ? new Map<string, string>() : await numberingSources(tx);
  const postings = documents.map(({ own, activities }) =>
    own.map((purchase) => {
      if (!isPosted(purchase.source)) return null;
      const rows = purchase.lines.flatMap((line) => activities[line] ?? []);
      return postingOf(
        purchase,
        rows.map((row) => ({ ...row, account: row.gl_account })),
        { home, numbering },
      );
    }),
  );
  const known = stored.map((purchase) => {
    const rows = purchase.activity_ids.flatMap((id) => lines.get(id) ?? []);
    return { purchase, ...postingOf(purchase, rows, { home, numbering }) };
  });
  return postings.map((own) => matchPostings(own, known));
}

/** A short number is the place of an entry in its export, which is another one in the next. */
function referenceOf(external_id: string | null): string | null {
  return external_id === null || /^\d{1,5}$/.test(external_id) ? null : external_id;
}

function isPosted(source: PurchaseSource): source is Posting["source"] {
  return source === "ledger" || source === "bank";
}

type PostedRow = Pick<
  StoredLine,
  "account" | "description" | "amount" | "data_source_id" | "supplier_name" | "external_id"
>;

/** A bank names the other party in a field of its own; programs call a ledger's supplier by different names. */
function postingOf(
  { source, dated, currency }: Pick<OwnPurchase, "source" | "dated" | "currency">,
  rows: readonly PostedRow[],
  { home, numbering }: { readonly home: string | null; readonly numbering: ReadonlyMap<string, string> },
): Posting {
  const [first] = rows;
  const isBank = source === "bank";
  return {
    source: isBank ? "bank" : "ledger",
    dated,
    currency: currency ?? home,
    numbered_by: numbering.get(first?.data_source_id ?? "") ?? null,
    reference: isBank ? referenceOf(first?.external_id ?? null) : null,
    lines: rows.map(({ account, description, supplier_name, amount }) => ({
      account,
      words: foldedWords(isBank ? `${supplier_name ?? ""} ${description}` : description),
      amount: decimalText(decimal(amount ?? "0")),
    })),
  };
}
