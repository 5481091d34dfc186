import type { TenantQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { companiesDecisions, type CompaniesDecision, type CompaniesDecisions } from "./companies.ts";

/** Suppliers that one question is about; of more nothing is said. */
const SUPPLIERS_MAX = 5_000;
const ROWS_MAX = 20_000;

const DECISIONS = statement(`
  select cvr, category_key, companies from decisions_of_companies($1, $2, $3::text[])
  order by companies desc, cvr, category_key limit ${ROWS_MAX}`);

/**
 * What people of other companies decided about the suppliers of these CVR numbers; nothing unless this company shares its own
 * decisions. Ask once for a group of documents, with the numbers that stand in them.
 */
export async function loadCompaniesDecisions(db: TenantQueries, cvrs: Iterable<string>): Promise<CompaniesDecisions> {
  const asked = [...new Set(cvrs)].slice(0, SUPPLIERS_MAX);
  if (asked.length === 0) return new Map();
  return companiesDecisions(await db.rows<CompaniesDecision>(DECISIONS, [asked]));
}
