import type { Catalog } from "../../../core/catalog.ts";
import type { Context, TenantTransaction } from "../../../core/context.ts";
import { lockAuditChain } from "../../audit/index.ts";
import { selectPlannedTiltag } from "../../scenarios/index.ts";
import { allTargets } from "../../targets/index.ts";
import { selectCurrentInputs } from "../inputs/store-inputs.ts";
import { type Snapshot, SNAPSHOT_FORMAT } from "./snapshot.ts";
import { selectAuditHead, selectYearFacts, type YearFacts } from "./store-facts.ts";

/**
 * The year's figures, answers, targets and plans with the chain locked, so that none changes between two statements. Null
 * for a year of which neither the ledger nor an answer tells anything.
 */
export async function freezeSnapshot(
  ctx: Context,
  tx: TenantTransaction,
  report_year: number,
): Promise<Snapshot | null> {
  await lockAuditChain(tx);
  const snapshot = await readSnapshot(ctx, tx, report_year);
  return snapshot.facts.scopes.length === 0 && snapshot.inputs.length === 0 ? null : snapshot;
}

/**
 * The same as it stands now, also for a year without entries. Without the lock a change may come between two statements: good
 * enough to say what is missing, not to report.
 */
export async function readSnapshot(ctx: Context, tx: TenantTransaction, report_year: number): Promise<Snapshot> {
  const facts = await selectYearFacts(tx, report_year);
  const catalog = await ctx.catalog();
  const { name, country } = ctx.tenant;
  const now = ctx.clock.now();
  const this_year = now.getUTCFullYear();
  const targets = await allTargets(tx, this_year);
  return {
    format: SNAPSHOT_FORMAT,
    company: { name, country },
    report_year,
    is_year_over: report_year < this_year,
    facts,
    category_names: categoryNames(catalog, facts, targets),
    factor_names: factorNames(catalog, facts),
    inputs: await selectCurrentInputs(tx, report_year),
    targets,
    planned: await selectPlannedTiltag(tx),
    audit_head: await selectAuditHead(tx),
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
    return factor?.name_en === name_en ? [[id, { en: name_en, da: factor.name_da }] as const] : [];
  });
  return Object.fromEntries(named);
}
