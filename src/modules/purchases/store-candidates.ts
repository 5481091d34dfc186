import { grouped } from "../../core/grouped.ts";
import { plusDays } from "../../core/days.ts";
import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { Cluster } from "./match-purchases.ts";
import { COLUMNS } from "./known-columns.ts";
import { centsOf, type KnownPurchase, type Purchase } from "./purchase.ts";

/** Purchases that one statement may be about. */
const PURCHASES_MAX = 1000;
/** Known purchases of one number, or of about one amount, that are compared. */
const CANDIDATES_MAX = 20;
/** Postings of one kind of supply in the time that a utility statement is about. */
const SUPPLIED_MAX = 200;
/** A utility statement comes within this time after the beginning of what it is about. */
const STATEMENT_DAYS_MAX = 800;
const PAYMENT_DAYS_MAX = 45;

const BY_NUMBER = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::text[]) as q (position, source, number_key)
  cross join lateral (
    select ${COLUMNS} from purchases p
    where p.tenant_id = $1 and p.environment = $2 and p.number_key = q.number_key and p.source <> q.source
    order by p.id desc limit ${CANDIDATES_MAX}
  ) as known
  order by q.position, known.id limit ${PURCHASES_MAX * CANDIDATES_MAX}`);

/** Whose currency is not read is known by no total in a currency: it may be any invoice of its amount. */
const IS_OTHER =
  "(p.source <> q.source or (q.source = 'invoice' and p.source = 'invoice' and (q.is_open or p.currency is null)))";

/**
 * The days are a difference, which no index serves: the amount tells more than a quarter of a year, and left the choice the planner
 * reads all of a ledger's postings of these days, because it expects none of another source.
 */
const near = (column: "net" | "gross"): string => `
    (select ${COLUMNS} from purchases p
     where p.tenant_id = $1 and p.environment = $2 and ${IS_OTHER}
       and p.${column}_cents between q.cents - 5 and q.cents + 5 and p.dated - q.dated between -45 and 45
     order by abs(p.dated - q.dated), p.id limit ${CANDIDATES_MAX})`;

const BY_AMOUNT = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::bigint[], $6::date[], $7::boolean[]) as q (position, source, cents, dated, is_open)
  cross join lateral (${near("net")} union ${near("gross")}) as known
  order by q.position, known.id limit ${4 * PURCHASES_MAX * CANDIDATES_MAX}`);

/** Utility statements for what is none, and the other way round, by an index of just that: kinds of supply are few, and their rows many. */
const BY_SUPPLY = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::text[], $6::date[], $7::date[]) as q (position, source, supply, first, last)
  cross join lateral (
    select ${COLUMNS} from purchases p
    where p.tenant_id = $1 and p.environment = $2 and p.supply = q.supply and p.dated between q.first and q.last
      and (p.source = 'statement') = (q.source <> 'statement')
    order by p.dated desc, p.id limit ${SUPPLIED_MAX}
  ) as known
  order by q.position, known.id limit ${PURCHASES_MAX * CANDIDATES_MAX}`);

/**
 * For each purchase those of other sources that have its number, or about its amount at about its time - of an invoice, such as
 * leave a currency open, too -, or tell of the same kind of metered supply as a utility statement.
 */
export async function purchaseCandidates(
  tx: TenantQueries,
  purchases: readonly Purchase[],
): Promise<KnownPurchase[][]> {
  const indexed = purchases.map((purchase, index) => ({ ...purchase, index }));
  const parts: Indexed[][] = [];
  for (let start = 0; start < indexed.length; start += PURCHASES_MAX)
    parts.push(indexed.slice(start, start + PURCHASES_MAX));
  const candidatesById = purchases.map(() => new Map<string, KnownPurchase>());
  // All at once: between two parts the database would wait for this process.
  for (const found of await Promise.all(parts.map((part) => candidatesOf(tx, part)))) {
    for (const { position, ...candidate } of found) candidatesById[position]?.set(candidate.id, candidate);
  }
  return candidatesById.map((candidates) => [...candidates.values()]);
}

type Indexed = Purchase & { readonly index: number };

async function candidatesOf(tx: TenantQueries, part: readonly Indexed[]): Promise<Positioned[]> {
  const numbered = part.filter((purchase) => purchase.number_key !== null);
  const amounts = part.flatMap(({ index, source, net, gross, dated, currency }) =>
    [net, gross].flatMap((amount) =>
      amount === null ? [] : [{ index, source, amount, dated, is_open: currency === null }],
    ),
  );
  const supplied = part.filter((purchase) => purchase.supply !== null).map(suppliedWindow);
  const found = await Promise.all([
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
      amounts.map((probe) => centsOf(probe.amount)),
      amounts.map((probe) => probe.dated),
      amounts.map((probe) => probe.is_open),
    ]),
    supplied.length === 0
      ? []
      : tx.rows<Positioned>(BY_SUPPLY, [
          supplied.map((probe) => probe.index),
          supplied.map((probe) => probe.source),
          supplied.map((probe) => probe.supply),
          supplied.map((probe) => probe.first),
          supplied.map((probe) => probe.last),
        ]),
  ]);
  return found.flat();
}

/** When what may be the same supply is dated: postings from its beginning on, statements until long after. */
function suppliedWindow({ index, source, supply, dated, since }: Purchase & { readonly index: number }) {
  const isStatement = source === "statement";
  const first = isStatement ? (since ?? dated) : plusDays(dated, -PAYMENT_DAYS_MAX);
  const last = plusDays(dated, isStatement ? PAYMENT_DAYS_MAX : STATEMENT_DAYS_MAX);
  return { index, source, supply, first, last };
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
  const canonicalIds = [...new Set(purchases.map((purchase) => purchase.counted_by ?? purchase.id))];
  const clusters = new Map<string, Cluster>();
  for (let start = 0; start < canonicalIds.length; start += PURCHASES_MAX) {
    const rows = await tx.rows<KnownPurchase>(CLUSTERS, [canonicalIds.slice(start, start + PURCHASES_MAX)]);
    const members = grouped(rows, (row) => row.counted_by ?? row.id);
    for (const canonical of rows.filter((row) => row.counted_by === null)) {
      const cluster = { canonical, members: members.get(canonical.id) ?? [canonical] };
      for (const member of cluster.members) clusters.set(member.id, cluster);
    }
  }
  return clusters;
}
