import type { TenantQueries } from "../../core/context.ts";
import { decimal } from "../../core/quantity.ts";
import { statement } from "../../core/statement.ts";
import type { Cluster, KnownPurchase } from "./match-purchases.ts";
import type { Purchase } from "./purchase.ts";

/** Purchases that one statement may be about. */
const PURCHASES_MAX = 1000;
/** Known purchases of one number, or of about one amount, that are compared. */
const CANDIDATES_MAX = 20;

const COLUMNS = `p.id, p.document_id, p.activity_ids, p.source, p.number_key, p.supplier_key, p.name_key, p.words, p.net,
  p.gross, p.currency, p.dated, p.counted_by`;

const BY_NUMBER = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::text[]) as q (position, source, number_key)
  cross join lateral (
    select ${COLUMNS} from purchases p
    where p.tenant_id = $1 and p.environment = $2 and p.number_key = q.number_key and p.source <> q.source
    order by p.id desc limit ${CANDIDATES_MAX}
  ) as known
  order by q.position, known.id limit ${PURCHASES_MAX * CANDIDATES_MAX}`);

const near = (column: "net" | "gross"): string => `
    (select ${COLUMNS} from purchases p
     where p.tenant_id = $1 and p.environment = $2 and p.source <> q.source
       and p.${column}_cents between q.cents - 5 and q.cents + 5 and p.dated between q.dated - 45 and q.dated + 45
     order by abs(p.dated - q.dated), p.id limit ${CANDIDATES_MAX})`;

const BY_AMOUNT = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::bigint[], $6::date[]) as q (position, source, cents, dated)
  cross join lateral (${near("net")} union ${near("gross")}) as known
  order by q.position, known.id limit ${4 * PURCHASES_MAX * CANDIDATES_MAX}`);

/** For each purchase those of other sources that have its number, or about its amount at about its time. */
export async function purchaseCandidates(
  tx: TenantQueries,
  purchases: readonly Purchase[],
): Promise<KnownPurchase[][]> {
  const found = purchases.map(() => new Map<string, KnownPurchase>());
  for (let start = 0; start < purchases.length; start += PURCHASES_MAX) {
    const part = purchases
      .slice(start, start + PURCHASES_MAX)
      .map((purchase, index) => ({ ...purchase, index: start + index }));
    const numbered = part.filter((purchase) => purchase.number_key !== null);
    const amounts = part.flatMap(({ index, source, net, gross, dated }) =>
      [net, gross].flatMap((amount) => (amount === null ? [] : [{ index, source, amount, dated }])),
    );
    const [byNumber, byAmount] = await Promise.all([
      numbered.length === 0
        ? []
        : tx.rows<Positioned>(BY_NUMBER, [
            numbered.map((purchase) => purchase.index),
            numbered.map((purchase) => purchase.source),
            numbered.map((purchase) => purchase.number_key),
          ]),
      tx.rows<Positioned>(BY_AMOUNT, [
        amounts.map((probe) => probe.index),
        amounts.map((probe) => probe.source),
        amounts.map((probe) => decimal(probe.amount).times(100).toFixed(0)),
        amounts.map((probe) => probe.dated),
      ]),
    ]);
    for (const { position, ...known } of [...byNumber, ...byAmount]) found[position]?.set(known.id, known);
  }
  return found.map((known) => [...known.values()]);
}

type Positioned = KnownPurchase & { readonly position: number };

const CLUSTERS = statement(`
  select * from (
    select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.id = any($3::uuid[])
    union all
    select ${COLUMNS} from purchases p where p.tenant_id = $1 and p.environment = $2 and p.counted_by = any($3::uuid[])
  ) as p order by p.id limit ${PURCHASES_MAX * CANDIDATES_MAX}`);

/** The clusters that purchases belong to, by the id of every member. */
export async function clustersOf(
  tx: TenantQueries,
  purchases: readonly KnownPurchase[],
): Promise<Map<string, Cluster>> {
  const carriers = [...new Set(purchases.map((purchase) => purchase.counted_by ?? purchase.id))];
  const clusters = new Map<string, Cluster>();
  for (let start = 0; start < carriers.length; start += PURCHASES_MAX) {
    const rows = await tx.rows<KnownPurchase>(CLUSTERS, [carriers.slice(start, start + PURCHASES_MAX)]);
    const members = new Map<string, KnownPurchase[]>();
    for (const row of rows)
      members.set(row.counted_by ?? row.id, [...(members.get(row.counted_by ?? row.id) ?? []), row]);
    for (const carrier of rows.filter((row) => row.counted_by === null)) {
      const cluster = { carrier, members: members.get(carrier.id) ?? [carrier] };
      for (const member of cluster.members) clusters.set(member.id, cluster);
    }
  }
  return clusters;
}

export interface NewPurchase extends KnownPurchase {
  readonly matched_by: string | null;
}

const INSERT = statement(`
  insert into purchases (tenant_id, environment, id, document_id, activity_ids, source, number_key, supplier_key, name_key,
                         words, net, gross, currency, dated, counted_by, matched_by)
  select $1, $2, r.id, r.document_id, r.activity_ids, r.source, r.number_key, r.supplier_key, r.name_key, r.words, r.net,
         r.gross, r.currency, r.dated, r.counted_by, r.matched_by
  from json_populate_recordset(null::purchases, $3::json) as r`);

/** Rows of one insert; the statement's text stays below a few MiB. */
const INSERTED_MAX = 5000;

export async function insertPurchases(tx: TenantQueries, purchases: readonly NewPurchase[]): Promise<void> {
  for (let start = 0; start < purchases.length; start += INSERTED_MAX) {
    await tx.rows(INSERT, [JSON.stringify(purchases.slice(start, start + INSERTED_MAX))]);
  }
}

const LINK = statement(`
  update purchases p set counted_by = l.carrier, matched_by = coalesce(p.matched_by, l.matched_by)
  from unnest($3::uuid[], $4::uuid[], $5::text[]) as l (id, carrier, matched_by)
  where p.tenant_id = $1 and p.environment = $2 and p.id = l.id`);

/** From now on `carrier` counts instead of the purchase `id`. */
export async function linkPurchases(
  tx: TenantQueries,
  links: readonly { readonly id: string; readonly carrier: string; readonly matched_by: string | null }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.rows(LINK, [
    links.map((link) => link.id),
    links.map((link) => link.carrier),
    links.map((link) => link.matched_by),
  ]);
}
