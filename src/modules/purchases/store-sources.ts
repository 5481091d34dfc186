import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

/** ISO dates of the first row of each kind of source; null: none has come. */
export interface SourceFacts {
  readonly invoice: string | null;
  readonly ledger: string | null;
  readonly bank: string | null;
  readonly card: string | null;
  readonly statement: string | null;
}

/** What a company chose; a source that it did not choose for is absent. */
export interface SourceRoles {
  readonly roles: {
    readonly invoices?: "purchases" | "unused";
    readonly ledger?: "books" | "purchases" | "unused";
    readonly bank?: "payments" | "purchases";
    readonly card?: "payments" | "purchases";
  };
}

const first = (condition: string): string => `
    (select p.dated::text from purchases p
     where p.tenant_id = $1 and p.environment = $2 and ${condition} order by p.dated limit 1)`;

const FACTS = statement(`
  select ${first("p.source = 'invoice'")} as invoice, ${first("p.source = 'ledger'")} as ledger,
    ${first("p.source = 'bank'")} as bank, ${first("p.payment = 'card'")} as card, ${first("p.source = 'statement'")} as statement
  order by 1 limit 1`);

export async function selectSourceFacts(db: TenantQueries): Promise<SourceFacts> {
  const [facts] = await db.rows<SourceFacts>(FACTS, []);
  return facts ?? { invoice: null, ledger: null, bank: null, card: null, statement: null };
}

export interface StatedSources extends SourceRoles {
  readonly set_by: string;
  readonly set_by_name: string | null;
  readonly set_at: string;
}

const COLUMNS = "roles, set_by, actor_name(set_by) as set_by_name, created_at as set_at";

const NEWEST = statement(`
  select ${COLUMNS} from purchase_sources
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

/** The newest statement; undefined: the company has chosen nothing. */
export async function selectSourceRoles(db: TenantQueries): Promise<StatedSources | undefined> {
  return (await db.rows<StatedSources>(NEWEST, []))[0];
}

const INSERT = statement(`
  insert into purchase_sources (tenant_id, environment, id, roles, set_by) values ($1, $2, $3, $4, $5)`);

export async function insertSourceRoles(
  tx: TenantTransaction,
  row: { readonly id: string; readonly roles: SourceRoles["roles"]; readonly set_by: string },
): Promise<void> {
  await tx.rows(INSERT, [row.id, JSON.stringify(row.roles), row.set_by]);
}
