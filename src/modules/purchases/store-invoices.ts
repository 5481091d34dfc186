import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { COLUMNS, ofSources } from "./known-columns.ts";
import { centsOf, type KnownPurchase, type OwnPurchase, type Purchase } from "./purchase.ts";

/** Probes that one statement takes. */
const PROBES_MAX = 1000;
/** Invoices of one supplier, day and total that are compared. */
const ALIKE_MAX = 5;
/** Records of one supplier, or of none, in the time that an invoice bills. */
const BILLED_MAX = 500;

const ALIKE = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::date[], $6::bigint[], $7::bigint[]) as q (position, key, dated, net, gross)
  cross join lateral (
    select ${COLUMNS} from purchases p
    where p.tenant_id = $1 and p.environment = $2 and p.supplier_key = q.key and p.dated = q.dated and ${ofSources("array['invoice']")}
      and p.number_key is not null and (p.net_cents = q.net or p.gross_cents = q.gross)
    order by p.id limit ${ALIKE_MAX}
  ) as known
  order by q.position, known.id limit ${PROBES_MAX * ALIKE_MAX}`);

/** For each invoice the known ones of the same supplier, day and total that have a number. */
export async function invoicesAlike(tx: TenantQueries, invoices: readonly Purchase[]): Promise<KnownPurchase[][]> {
  const probes = invoices.flatMap(({ supplier_key, number_key, dated, net, gross }, position) =>
    supplier_key === null || number_key === null ? [] : [{ position, supplier_key, dated, net, gross }],
  );
  const parts = inParts(probes).map((part) =>
    tx.rows<Positioned>(ALIKE, [
      part.map(({ position }) => position),
      part.map(({ supplier_key }) => supplier_key),
      part.map(({ dated }) => dated),
      part.map(({ net }) => (net === null ? null : centsOf(net))),
      part.map(({ gross }) => (gross === null ? null : centsOf(gross))),
    ]),
  );
  return byPosition(invoices.length, (await Promise.all(parts)).flat());
}

const OF_SUPPLIER =
  "p.tenant_id = $1 and p.environment = $2 and (p.supplier_key = q.supplier_key or p.name_key = q.name_key)";

// The condition of the index purchases_corrects, and what is no credit note.
const CORRECTED = statement(`
  select q.position, known.document_id, known.is_correction
  from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[])
    as q (position, number_key, corrects_key, supplier_key, name_key)
  cross join lateral (
    (select p.document_id, true as is_correction from purchases p
     where ${OF_SUPPLIER} and p.corrects_key = q.number_key order by p.id limit ${ALIKE_MAX})
    union all
    (select p.document_id, false from purchases p
     where ${OF_SUPPLIER} and p.number_key = q.corrects_key and ${ofSources("array['invoice']")}
       and coalesce(p.gross_cents, p.net_cents) > 0
     order by p.id limit ${ALIKE_MAX})
  ) as known
  order by q.position, known.document_id limit ${PROBES_MAX * ALIKE_MAX}`);

/** Documents of invoices of the same supplier, of each kind at most five. */
export interface CorrectionsOf {
  /** They take the place of the invoice. */
  readonly corrections: readonly string[];
  /** It takes the place of them. */
  readonly corrected: readonly string[];
}

/** For each invoice those that it is corrected by, or corrects. */
export async function invoicesCorrecting(
  tx: TenantQueries,
  invoices: readonly Pick<OwnPurchase, "corrects_key" | "name_key" | "number_key" | "supplier_key">[],
): Promise<CorrectionsOf[]> {
  const parts = inParts(invoices.map((invoice, position) => ({ ...invoice, position }))).map((part) =>
    tx.rows<{ readonly position: number; readonly document_id: string; readonly is_correction: boolean }>(CORRECTED, [
      part.map(({ position }) => position),
      part.map(({ number_key }) => number_key),
      part.map(({ corrects_key = null }) => corrects_key),
      part.map(({ supplier_key }) => supplier_key),
      part.map(({ name_key }) => name_key),
    ]),
  );
  const found = (await Promise.all(parts)).flat();
  return invoices.map((_, at) => {
    const own = found.filter(({ position }) => position === at);
    return {
      corrections: own.flatMap(({ document_id, is_correction }) => (is_correction ? [document_id] : [])),
      corrected: own.flatMap(({ document_id, is_correction }) => (is_correction ? [] : [document_id])),
    };
  });
}

/** Whose records are looked for, and of which days; ISO dates, both inclusive. */
export interface BillingProbe {
  readonly source: "invoice" | "ledger";
  /** First words of the suppliers' names, each once; empty: none is named, and any may be it. */
  readonly leads: readonly string[];
  /** Folded words of which a record has one where it names no supplier. */
  readonly words: readonly string[];
  readonly from: string;
  readonly to: string;
}

const billed = (supplier: string): string => `
    (select ${COLUMNS} from purchases p
     where p.tenant_id = $1 and p.environment = $2 and ${supplier} and ${ofSources("array[q.source]")} and p.counted_by is null
       and p.dated between q.first and q.last
     order by p.dated desc, p.id limit ${BILLED_MAX})`;

const BILLED = statement(`
  select q.position, known.*
  from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::date[], $8::date[]) as q (position, source, lead, words, first, last)
  cross join lateral (
    ${billed("p.name_lead = q.lead")}
    union all
    ${billed("q.words <> '' and p.supplier_key is null and string_to_array(p.words, ' ') && string_to_array(q.words, ' ')")}
    union all
    ${billed("q.lead is null and p.source = q.source and p.supplier_key is not null")}
  ) as known
  order by q.position, known.id limit ${PROBES_MAX * BILLED_MAX}`);

/** For each probe what no other record counts: records of its suppliers, and such as name none and share a word; the newest of each. */
export async function recordsBilled(tx: TenantQueries, probes: readonly BillingProbe[]): Promise<KnownPurchase[][]> {
  const parts = inParts(probes.flatMap(bySupplier)).map((part) =>
    tx.rows<Positioned>(BILLED, [
      part.map(({ position }) => position),
      part.map(({ source }) => source),
      part.map(({ lead }) => lead),
      part.map(({ words }) => words.join(" ")),
      part.map(({ from }) => from),
      part.map(({ to }) => to),
    ]),
  );
  return byPosition(probes.length, (await Promise.all(parts)).flat());
}

/** Records that name nobody are looked for once, whatever the number of suppliers. */
function bySupplier({ leads, words, ...probe }: BillingProbe, position: number) {
  const [first = null, ...more] = leads;
  return [{ ...probe, position, lead: first, words }, ...more.map((lead) => ({ ...probe, position, lead, words: [] }))];
}

type Positioned = KnownPurchase & { readonly position: number };

function inParts<Probe>(probes: readonly Probe[]): Probe[][] {
  const parts: Probe[][] = [];
  for (let start = 0; start < probes.length; start += PROBES_MAX) parts.push(probes.slice(start, start + PROBES_MAX));
  return parts;
}

function byPosition(count: number, found: readonly Positioned[]): KnownPurchase[][] {
  const known = Array.from({ length: count }, (): KnownPurchase[] => []);
  for (const { position, ...purchase } of found) known[position]?.push(purchase);
  return known;
}
