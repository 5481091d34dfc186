import type { TenantQueries, TenantTransaction } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { CompanySettings } from "./settings-record.ts";

const COLUMNS = `aviation_non_co2, gwp_set, restatement_threshold_percent::float8 as restatement_threshold_percent, certificate_cut_off, residual_mix, price_area,
    shares_decisions, shares_decisions_by, actor_name(shares_decisions_by) as shares_decisions_by_name, shares_decisions_at,
    set_by, actor_name(set_by) as set_by_name, created_at as set_at`;

const NEWEST = statement(`
  select ${COLUMNS} from company_settings
  where tenant_id = $1 and environment = $2 order by created_at desc, id desc limit 1`);

const INSERT = statement(`
  insert into company_settings (tenant_id, environment, id, aviation_non_co2, restatement_threshold_percent, certificate_cut_off,
    set_by, gwp_set, residual_mix, shares_decisions, shares_decisions_by, shares_decisions_at, price_area)
  values ($1, $2, $3, $4, $5::numeric, $6, $7, $8, $9, $10, $11, $12::timestamptz, $13)
  returning ${COLUMNS}`);

/** What a company chooses. */
export type SettingsChoice = Pick<
  CompanySettings,
  | "aviation_non_co2"
  | "gwp_set"
  | "restatement_threshold_percent"
  | "certificate_cut_off"
  | "residual_mix"
  | "price_area"
  | "shares_decisions"
  | "shares_decisions_by"
  | "shares_decisions_at"
>;

/** The newest choice; undefined: the company has made none. */
export async function selectSettings(db: TenantQueries): Promise<CompanySettings | undefined> {
  return (await db.rows<CompanySettings>(NEWEST, []))[0];
}

export async function insertSettings(
  tx: TenantTransaction,
  row: SettingsChoice & { readonly id: string; readonly set_by: string },
): Promise<CompanySettings> {
  const { id, aviation_non_co2, gwp_set, restatement_threshold_percent, certificate_cut_off, residual_mix, set_by } =
    row;
  const threshold = String(restatement_threshold_percent);
  const { shares_decisions, shares_decisions_by, shares_decisions_at, price_area } = row;
  const shared = [shares_decisions, shares_decisions_by, shares_decisions_at] as const;
  const counted = [aviation_non_co2, threshold, certificate_cut_off, set_by, gwp_set, residual_mix] as const;
  const values = [id, ...counted, ...shared, price_area];
  const [created] = await tx.rows<CompanySettings>(INSERT, values);
  if (created === undefined) throw new Error("insert of settings returned no row");
  return created;
}
