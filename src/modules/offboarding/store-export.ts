import type { SystemQueries, SystemTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { cursorRows, type Ledger, ofLedger } from "./store-tables.ts";

/** A table for spreadsheets: its columns, and a query whose rows are those columns as text. */
export interface SpreadsheetTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: string;
}

/** Columns that hold figures: a minus sign in them is no formula. */
export const NUMBER_COLUMNS: ReadonlySet<string> = new Set([
  "amount",
  "quantity",
  "market_based_kg",
  "location_based_kg",
  "biogenic_co2_kg",
  "net",
  "gross",
  "spend",
]);

/** What people open in a spreadsheet: entries, activities, purchases, suppliers. */
export function spreadsheetTables(ledger: Ledger): SpreadsheetTable[] {
  return [entryTable(ledger), activityTable(ledger), purchaseTable(ledger), supplierTable(ledger)];
}

/** Entries with the supplier, department and factor that stand in them, superseded ones too. */
function entryTable(ledger: Ledger): SpreadsheetTable {
  return spreadsheetTable(
    "entries",
    {
      id: "e.id",
      date: "(e.transaction_date at time zone 'UTC')::date",
      scope: "e.scope",
      scope3_category: "e.scope3_category",
      category: "e.category_key",
      department: `coalesce((select v.name from department_versions v
      where ${ofLedger(ledger, "v")} and v.department_id = d.id order by v.version desc limit 1), d.name)`,
      supplier: "coalesce(s.stated #>> '{supplier,name}', a.supplier_name)",
      description: "a.description",
      invoice_number: "a.invoice_number",
      market_based_kg: "e.market_based_kg",
      location_based_kg: "e.location_based_kg",
      biogenic_co2_kg: "e.biogenic_co2_kg",
      method: "e.calculation_method",
      data_quality_score: "e.data_quality_score",
      factor: "e.factor ->> 'key'",
      factor_source: "e.factor ->> 'source'",
      factor_licence: "e.factor ->> 'licence'",
      formula: "e.formula",
      supersedes_entry: "e.supersedes_entry_id",
      activity: "e.activity_id",
      calculated_at: "e.calculated_at",
    },
    `emission_entries e
    left join activities a on ${ofLedger(ledger, "a")} and a.id = e.activity_id
    left join activity_splits s on ${ofLedger(ledger, "s")} and s.id = e.activity_split_id
    left join departments d on ${ofLedger(ledger, "d")} and d.id = e.department_id
    where ${ofLedger(ledger, "e")} order by e.created_at, e.id`,
  );
}

/** Activities, with what people stated of their latest split. */
function activityTable(ledger: Ledger): SpreadsheetTable {
  return spreadsheetTable(
    "activities",
    {
      id: "a.id",
      date: "(a.transaction_date at time zone 'UTC')::date",
      document_type: "a.document_type",
      invoice_number: "a.invoice_number",
      supplier: "a.supplier_name",
      supplier_identifier: "a.supplier_identifier",
      supplier_country: "a.supplier_country",
      description: "a.description",
      amount: "a.amount",
      currency: "a.currency",
      quantity: "a.quantity",
      unit: "a.unit",
      account: "a.gl_account",
      account_name: "a.gl_account_name",
      document: "a.document_id",
      document_sha256: "a.document_sha256",
      recorded_at: "a.created_at",
      stated_by_people: "s.stated::text",
    },
    `activities a
    left join activity_splits s on ${ofLedger(ledger, "s")} and s.activity_id = a.id and s.stated is not null
      and not exists (select from activity_splits later
        where ${ofLedger(ledger, "later")} and later.supersedes_split_id = s.id)
    where ${ofLedger(ledger, "a")} order by a.created_at, a.id`,
  );
}

/** Purchases by source, with what counts each. */
function purchaseTable(ledger: Ledger): SpreadsheetTable {
  return spreadsheetTable(
    "purchases",
    {
      id: "p.id",
      date: "p.dated",
      source: "p.source",
      state: "p.state",
      supplier: "c.supplier_name",
      invoice_number: "c.invoice_number",
      words: "p.words",
      net: "p.net",
      gross: "p.gross",
      currency: "p.currency",
      counted_by: "p.counted_by",
      document: "p.document_id",
    },
    `purchases p left join documents c on ${ofLedger(ledger, "c")} and c.id = p.document_id
    where ${ofLedger(ledger, "p")} order by p.created_at, p.id`,
  );
}

/** Suppliers with their lines and money, by currency. */
function supplierTable(ledger: Ledger): SpreadsheetTable {
  return spreadsheetTable(
    "suppliers",
    {
      supplier: "a.supplier_name",
      identifier: "a.supplier_identifier",
      country: "min(a.supplier_country)",
      currency: "a.currency",
      spend: "sum(a.amount)",
      lines: "count(*)",
      first_date: "min((a.transaction_date at time zone 'UTC')::date)",
      last_date: "max((a.transaction_date at time zone 'UTC')::date)",
    },
    `activities a where ${ofLedger(ledger, "a")}
    group by a.supplier_name, a.supplier_identifier, a.currency
    order by a.supplier_name, a.supplier_identifier, a.currency`,
  );
}

function spreadsheetTable(name: string, columns: Readonly<Record<string, string>>, source: string): SpreadsheetTable {
  const selected = Object.entries(columns).map(([column, sql]) => `(${sql})::text as ${column}`);
  return { name, columns: Object.keys(columns), query: `select ${selected.join(", ")} from ${source}` };
}

/** A content that the company's rows name. */
export interface NamedContent {
  readonly sha256: string;
  /** document: brought by the company; report: made for it; evidence: named by its hash, and perhaps never brought. */
  readonly kind: "document" | "report" | "evidence";
  readonly name: string;
  /** Year and month of its arrival, e.g. 2026-03. */
  readonly month: string;
}

/** Every content that rows of the company name, once, by its hash. */
export function namedContents(tx: SystemTransaction, ledger: Ledger): AsyncGenerator<readonly NamedContent[]> {
  const month = "to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as month";
  const of = ofLedger(ledger, "t");
  return cursorRows<NamedContent>(
    tx,
    `select distinct on (sha256) sha256, kind, name, month from (
      select 1 as rank, t.sha256, 'document' as kind, t.name, ${month}, t.created_at from upload_files t where ${of}
      union all select 2, t.sha256, 'document', t.name, ${month}, t.created_at from documents t where ${of}
      union all select 3, t.sha256, 'report', t.filename, ${month}, t.created_at from reports t where ${of}
      union all select 4, t.evidence_sha256, 'evidence', coalesce(t.evidence_name, 'evidence'), ${month}, t.created_at
        from supplier_disclosures t where ${of}
    ) as named order by sha256, rank, created_at`,
  );
}

/** Queries with one column, `line`, of what belongs to a company beside its own tables. */
export function companyQueries(tenant_id: string): Readonly<Record<string, string>> {
  const live = ofLedger({ tenant_id, environment: "live" }, "t").split(" and ")[0] ?? "";
  const lines = (select: string): string => `select row_to_json(found)::text as line from (${select}) as found`;
  return {
    people: lines(
      `select u.id, u.email, u.name, u.language, t.role, t.created_by as member_by, t.created_at as member_since, u.created_at,
         u.last_login_at, u.disabled_at
       from tenant_members t join users u on u.id = t.user_id where ${live} order by u.id`,
    ),
    consultants: lines(
      `select c.id, c.name, c.created_at from consultants c where c.id in (
         select t.consultant_id from consultant_grants t where ${live}
         union select t.consultant_id from report_attestations t where ${live}) order by c.id`,
    ),
    // As the entries froze them; supplier footprints are factors, too, and have no row in the catalog.
    factors: lines(
      `select distinct on (t.emission_factor_id) t.emission_factor_id as id, t.factor as used, row_to_json(f) as catalog
       from emission_entries t left join emission_factors f on f.id = t.emission_factor_id
       where ${live} order by t.emission_factor_id`,
    ),
  };
}

const COMPANY = statement(`
  select id, name, country, plan, settings, created_at, now() as moment from tenants where id = $1 order by id limit 1`);
const HEAD = statement(`
  select seq, hash from audit_heads where tenant_id = $1 and environment = $2 order by tenant_id limit 1`);

export interface ExportedCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly plan: string;
  readonly settings: unknown;
  readonly created_at: string;
  /** When the export's transaction began. */
  readonly moment: string;
}

export async function selectCompany(queries: SystemQueries, id: string): Promise<ExportedCompany | undefined> {
  return (await queries.rows<ExportedCompany>(COMPANY, [id]))[0];
}

/** The newest event of the company's audit log; null: it has none. */
export async function selectHead(
  queries: SystemQueries,
  { tenant_id, environment }: Ledger,
): Promise<{ readonly seq: number; readonly hash: string } | null> {
  return (await queries.rows<{ seq: number; hash: string }>(HEAD, [tenant_id, environment]))[0] ?? null;
}
