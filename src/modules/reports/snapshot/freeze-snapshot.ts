import type { Catalog } from "../../../core/catalog.ts";
import { danishFactorName } from "../../../core/danish-factor-name.ts";
import type { Context, TenantTransaction } from "../../../core/context.ts";
import { isOver, yearsBefore } from "../../../core/financial-year.ts";
import { lockAuditChain, selectChainHead } from "../../audit/index.ts";
import { factsBesideYear, noneAnswersOfYear } from "../../emissions/index.ts";
import { askedYear, financialYears, type NamedYear, selectReopenings } from "../../financial-years/index.ts";
import { selectPlannedTiltag } from "../../scenarios/index.ts";
import { allTargets } from "../../targets/index.ts";
import { answersOf } from "../inputs/answer-year.ts";
import { selectCurrentInputs } from "../inputs/store-inputs.ts";
import { selectRestated } from "./restated-years.ts";
import { type Snapshot, SNAPSHOT_FORMAT } from "./snapshot.ts";
import { withNoneAnswers } from "./with-none-answers.ts";
import { selectYearFacts, type YearFacts } from "./year-facts.ts";

/** Years before the report's that it tells in brief. */
const YEARS_BEFORE = 4;

/**
 * The year's figures, answers, targets and plans with the chain locked, so that none changes between two statements. Null
 * for a year of which neither the ledger nor an answer tells anything.
 */
export async function freezeSnapshot(ctx: Context, tx: TenantTransaction, named: NamedYear): Promise<Snapshot | null> {
  await lockAuditChain(tx);
  const snapshot = await readSnapshot(ctx, tx, named);
  return snapshot.facts.scopes.length === 0 && snapshot.inputs.length === 0 ? null : snapshot;
}

/**
 * The same as it stands now, also for a year without entries. Without the lock a change may come between two statements: good
 * enough to say what is missing, not to report.
 */
export async function readSnapshot(ctx: Context, tx: TenantTransaction, named: NamedYear): Promise<Snapshot> {
  const statement = await financialYears(tx);
  const year = askedYear(statement, named);
  const { report_year, from, to } = year;
  const isStated = statement.years.length > 0;
  const years = [...yearsBefore(statement, year, YEARS_BEFORE), year];
  const facts = await selectYearFacts(tx, year, { years, isStated });
  const restated = await selectRestated(tx, years, facts);
  const catalog = await ctx.catalog();
  const { name, country } = ctx.tenant;
  const now = ctx.clock.now();
  const targets = await allTargets(tx, now);
  const reopenings = (await selectReopenings(tx, to)).map(({ decided_at, reason, cause }) => ({
    day: decided_at.slice(0, 10),
    reason: reason ?? "",
    ...(cause === "restatement" ? { is_restatement: true } : {}),
  }));
  return {
    format: SNAPSHOT_FORMAT,
    company: { name, country },
    report_year,
    ...(isStated ? { financial_year: { from, to, statement } } : {}),
    ...(reopenings.length > 0 ? { reopenings } : {}),
    is_year_over: isOver(year, now.toISOString()),
    facts,
    beside: await factsBesideYear(tx, { from, to }),
    ...(restated === null ? {} : { restated }),
    category_names: categoryNames(catalog, facts, targets),
    factor_names: factorNames(catalog, facts),
    inputs: withNoneAnswers(
      await selectCurrentInputs(tx, answersOf(statement, year)),
      await noneAnswersOfYear(tx, year),
    ),
    targets,
    planned: await selectPlannedTiltag(tx),
    audit_head: await selectChainHead(tx),
    frozen_at: now.toISOString(),
  };
}

function categoryNames(
  catalog: Catalog,
  { categories, measured }: YearFacts,
  targets: Snapshot["targets"],
): Snapshot["category_names"] {
  const covered = targets.flatMap(({ category }) => category ?? []);
  const used = new Set([...[...categories, ...measured].map(({ category_key }) => category_key), ...covered]);
  const usedCategories = catalog.categories().filter(({ key }) => used.has(key));
  return Object.fromEntries(usedCategories.map(({ key, name_en, name_da }) => [key, { en: name_en, da: name_da }]));
}

/** By the name that the newest release of the same key has: a name is translated, not the figure. */
function factorNames(catalog: Catalog, { factors }: YearFacts): Snapshot["factor_names"] {
  const named = factors.flatMap(({ id, key, name_en }) => {
    const factor = catalog.factor(key);
    return factor?.name_en === name_en ? [[id, { en: name_en, da: danishFactorName(factor.name_da) }] as const] : [];
  });
  return Object.fromEntries(named);
}
