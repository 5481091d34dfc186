import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { COLUMNS, ofSources } from "./known-columns.ts";
import type { KnownPurchase } from "./purchase.ts";

/** Days with an amount that one statement asks about. */
const PROBES_MAX = 1000;
/** Postings of one amount on one day that are looked at. */
const EQUAL_MAX = 200;

const posted = (column: "net" | "gross"): string => `
    (select ${COLUMNS} from purchases p
     where p.tenant_id = $1 and p.environment = $2 and ${ofSources("array['ledger', 'bank']")} and p.${column}_cents = q.cents and p.dated = q.dated
       and p.matched_by is distinct from 'posting'
     order by p.id limit ${EQUAL_MAX})`;

const POSTED = statement(`
  select p.* from unnest($3::bigint[], $4::date[]) as q (cents, dated)
  cross join lateral (${posted("net")} union ${posted("gross")}) as p
  order by p.id limit ${PROBES_MAX * EQUAL_MAX}`);

/** What the first ledgers and statements of the bank posted of each amount (hundredths) and day (ISO date), those that are copies themselves left out. */
export async function selectPostings(
  tx: TenantQueries,
  probes: readonly { readonly cents: string; readonly dated: string }[],
): Promise<KnownPurchase[]> {
  const distinct = [...new Map(probes.map((probe) => [`${probe.cents} ${probe.dated}`, probe])).values()];
  const found: KnownPurchase[] = [];
  for (let start = 0; start < distinct.length; start += PROBES_MAX) {
    const part = distinct.slice(start, start + PROBES_MAX);
    const values = [part.map(({ cents }) => cents), part.map(({ dated }) => dated)];
    found.push(...(await tx.rows<KnownPurchase>(POSTED, values)));
  }
  return found;
}
