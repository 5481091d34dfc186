import type { Context, TenantTransaction } from "../../core/context.ts";
import { appendAudit } from "../audit/index.ts";
import { selectTiltagById, type TiltagVersionTerms } from "./store-tiltag.ts";
import { insertTiltagVersion } from "./store-tiltag-versions.ts";
import { type LockedTiltag, type TiltagVersions, tiltagWithVersions } from "./tiltag-versions.ts";

export interface TiltagChange {
  readonly action: "tiltag.updated" | "tiltag.removed";
  readonly terms: TiltagVersionTerms;
  readonly is_removed: boolean;
  readonly changed: readonly string[];
  readonly reason: string;
}

/** Writes the next version of a locked tiltag with its audit event, and answers what holds now. */
export async function writeTiltagVersion(
  ctx: Context,
  tx: TenantTransaction,
  { scenario, tiltag }: LockedTiltag,
  change: TiltagChange,
): Promise<TiltagVersions> {
  const { action, terms, changed } = change;
  const version = tiltag.version + 1;
  await insertTiltagVersion(tx, tiltag.id, { ...change, version, stated_by: ctx.principal.actor });
  // Name and reason are a person's texts: the log, which can never be erased, has the version that keeps them.
  const { name: _, ...figures } = terms;
  const payload = { scenario_id: scenario.id, version, changed: [...changed], ...figures };
  await appendAudit(ctx, tx, [{ action, subject: tiltag.id, payload }]);
  const written = await selectTiltagById(tx, tiltag.id);
  if (written === undefined) throw new Error("a locked tiltag vanished");
  return await tiltagWithVersions(tx, scenario, written);
}
