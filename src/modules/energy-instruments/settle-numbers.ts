import type { Context, TenantIdentity, TenantQueries } from "../../core/context.ts";
import { canonicalHash } from "../../core/content-hash.ts";
import { notFound } from "../../core/errors.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { claimDomain } from "./certificate-registries.ts";
import { selectInstrument } from "./store.ts";
import { holders } from "./store-claims.ts";
import { selectPlansInForce } from "./store-runs.ts";
import { changeInstrument } from "./write-instrument.ts";

/** Certificate numbers of a registry, both ends included; digits as text. */
export interface DisputedNumbers {
  readonly registry: string;
  readonly from: string;
  readonly to: string;
}

/** An instrument of a company that holds some of the numbers. */
export interface NumberHolder {
  readonly instrument_id: string;
  readonly name: string;
  readonly number_ranges: readonly { readonly from: string; readonly to: string }[];
  readonly created_at: string;
  /** Countries and calendar years whose allocation in force uses it: their figures stay until they are allocated anew. */
  readonly allocated_in: readonly { readonly market: string; readonly year: number }[];
}

/** What a company holds of disputed numbers, the oldest first; at most 100 instruments. */
export async function numberHolders(
  db: TenantQueries,
  tenant: Pick<TenantIdentity, "id" | "environment">,
  { registry, from, to }: DisputedNumbers,
): Promise<NumberHolder[]> {
  const ids = await holders(db, { domain: claimDomain(tenant, registry), from, to });
  const plans = ids.length === 0 ? [] : await selectPlansInForce(db);
  const found: NumberHolder[] = [];
  for (const id of ids) {
    const row = await selectInstrument(db, id);
    if (row === undefined) continue;
    const { name, number_ranges } = row.facts;
    const allocated_in = plans
      .filter(({ plan }) => plan.instruments.some((one) => one.id === id))
      .map(({ market, year }) => ({ market, year }));
    found.push({ instrument_id: id, name, number_ranges, created_at: row.created_at, allocated_in });
  }
  return found;
}

/** What the operator decided, and by which evidence. */
export interface Settlement {
  readonly reason: string;
  /** SHA-256 (lower hex) of the evidence, which stays with the operator: it is another company's. */
  readonly evidence_sha256: string;
}

/**
 * Takes an instrument out of a company's register because its numbers are another company's: it becomes a withdrawn version with the
 * reason, and the numbers are free. The audit log has the hash of the evidence. What was allocated of it stays booked until the
 * company allocates anew, as after any withdrawal (GHG Protocol Scope 2 Guidance, ch. 7: one claim only).
 * @throws ServiceError resource.not_found
 */
export async function withdrawDisputed(
  ctx: Context,
  instrument_id: string,
  { reason, evidence_sha256 }: Settlement,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const chain = await lockAuditChain(tx);
    const current = await selectInstrument(tx, instrument_id);
    if (current === undefined) throw notFound("energy contract or certificate");
    const { facts } = current;
    const change = { action: "energy_instrument.withdrawn", facts, is_withdrawn: true, reason } as const;
    await changeInstrument(ctx, { tx, chain }, current, change);
    const payload = { evidence_sha256, content_hash: canonicalHash(facts) };
    await appendAudit(ctx, tx, [{ action: "energy_instrument.ownership_settled", subject: instrument_id, payload }]);
  });
}
