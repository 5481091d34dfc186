import type { TenantQueries } from "../../core/context.ts";
import { selectTargets } from "./store.ts";
import type { TargetRecord } from "./target.ts";
import { targetFacts } from "./target-facts.ts";
import { targetView } from "./target-view.ts";

/** Far more than a company has; a report lists no more. */
const TARGETS_MAX = 500;

/** The company's targets that stand, newest first, judged at that moment. */
export async function allTargets(db: TenantQueries, now: Date): Promise<TargetRecord[]> {
  const targets = await selectTargets(db, null, { limit: TARGETS_MAX, withdrawn: false });
  const facts = await targetFacts(db, targets, now);
  return targets.map((target) => targetView(target, facts));
}
