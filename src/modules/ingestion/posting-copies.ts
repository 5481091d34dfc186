import type { TenantTransaction } from "../../core/context.ts";
import { ownCurrency } from "../../core/currency.ts";
import { decimal, decimalText } from "../../core/quantity.ts";
import { type NewActivity, selectPostedLines } from "../activities/index.ts";
import {
  matchPostings,
  type OwnPurchase,
  type PostedLine,
  type Posting,
  type PostingMatch,
  selectPostings,
} from "../purchases/index.ts";
import { numberingSources } from "../data-sources/index.ts";
import { foldedWords } from "./purchase.ts";

interface DocumentPurchases {
  readonly own: readonly OwnPurchase[];
  readonly activities: readonly NewActivity[];
}

/**
 * Of each document, which of its postings earlier ledgers recorded already. Documents of one call do not see each other: a ledger is
 * recorded by itself. Three statements per 1,000 amounts and days of ledgers; none for other documents. Under the lock of the audit chain.
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
      return source !== "ledger" || amount === null ? [] : [{ cents: decimal(amount).times(100).toFixed(0), dated }];
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
    own.map((purchase) => postingOf(purchase, activities, { home, numbering })),
  );
  const known = stored.map((purchase) => {
    const rows = purchase.activity_ids.flatMap((id) => lines.get(id) ?? []);
    return {
      purchase,
      dated: purchase.dated,
      currency: purchase.currency ?? home,
      numbered_by: numbering.get(rows[0]?.data_source_id ?? "") ?? null,
      lines: rows.map(({ account, description, amount }) => postedLine(account, description, amount ?? "0")),
    };
  });
  return postings.map((own) => matchPostings(own, known));
}

function postingOf(
  { source, dated, currency, lines }: OwnPurchase,
  activities: readonly NewActivity[],
  { home, numbering }: { readonly home: string | null; readonly numbering: ReadonlyMap<string, string> },
) {
  if (source !== "ledger") return null;
  const rows = lines.flatMap((line) => activities[line] ?? []);
  return {
    dated,
    currency: currency ?? home,
    numbered_by: numbering.get(rows[0]?.data_source_id ?? "") ?? null,
    lines: rows.map(({ gl_account, description, amount }) => postedLine(gl_account, description, amount ?? "0")),
  } satisfies Posting;
}

function postedLine(account: string | null, description: string, amount: string): PostedLine {
  return { account, words: foldedWords(description), amount: decimalText(decimal(amount)) };
}
