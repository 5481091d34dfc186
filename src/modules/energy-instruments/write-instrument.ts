import { canonicalHash } from "../../core/content-hash.ts";
import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import { calendarDay } from "../../core/days.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { appendAudit, type ChainHead } from "../audit/index.ts";
import { currentSettings } from "../emissions/index.ts";
import { claimDomain } from "./certificate-registries.ts";
import type { InstrumentFacts } from "./instrument-facts.ts";
import { instrumentIssues } from "./instrument-issues.ts";
import { type InstrumentRecord, type MixTables, toInstrumentRecord } from "./instrument-record.ts";
import { notePendingAllocations } from "./pending-allocation.ts";
import { servedPeriod } from "./served-period.ts";
import { insertInstrument, insertVersion, type InstrumentRow, selectInstrument, selectVersions } from "./store.ts";
import { claimNumbers, ownHolder, releaseNumbers } from "./store-claims.ts";

interface Locked {
  readonly tx: TenantTransaction;
  readonly chain: ChainHead;
}

/** An instrument with its last 100 versions, newest first. @throws ServiceError resource.not_found */
export async function instrumentWithVersions(
  ctx: Pick<Context, "catalog">,
  db: TenantQueries,
  id: string,
): Promise<InstrumentRecord> {
  const row = await selectInstrument(db, id);
  if (row === undefined) throw notFound("energy contract or certificate");
  const versions = (await selectVersions(db, id)).map(({ facts: _facts, changed, ...version }) => ({
    ...version,
    changed: [...changed],
  }));
  return { ...toInstrumentRecord(row, await mixTables(ctx, db)), versions };
}

/** By what instruments are told; the company's choice as it stands. */
export async function mixTables(ctx: Pick<Context, "catalog">, db: TenantQueries): Promise<MixTables> {
  return { catalog: await ctx.catalog(), choice: (await currentSettings(db)).residual_mix };
}

/**
 * Stores a new instrument and claims its certificate numbers, with the audit event.
 * @throws ServiceError request.validation_failed with each fault, and for numbers that are registered already
 */
export async function writeInstrument(ctx: Context, locked: Locked, facts: InstrumentFacts): Promise<InstrumentRecord> {
  const { id } = await storeInstrument(ctx, locked, facts);
  return await instrumentWithVersions(ctx, locked.tx, id);
}

/** As writeInstrument; answers its id, and where the chain stands then. */
export async function storeInstrument(
  ctx: Context,
  { tx, chain }: Locked,
  facts: InstrumentFacts,
): Promise<{ readonly id: string; readonly chain: ChainHead }> {
  assertSound(ctx, facts);
  const id = ctx.newId();
  await insertInstrument(tx, id, facts.kind);
  await claim(ctx, tx, id, facts);
  await insertVersion(tx, id, { ...versionOf(ctx, facts), version: 1, is_withdrawn: false, changed: [], reason: null });
  const payload = { kind: facts.kind, version: 1, content_hash: canonicalHash(facts) };
  const event = { action: "energy_instrument.registered", subject: id, payload };
  const [head = chain] = await appendAudit(ctx, tx, [event], chain);
  return { id, chain: head };
}

interface InstrumentChange {
  readonly action: "energy_instrument.corrected" | "energy_instrument.cancelled" | "energy_instrument.withdrawn";
  readonly facts: InstrumentFacts;
  readonly is_withdrawn: boolean;
  readonly reason: string;
}

/**
 * Writes the next version; one that says the same changes nothing. What runs have allocated of it stays booked; what it would change in
 * closed years stands beside these.
 * @throws ServiceError request.validation_failed with each fault, and for numbers that are registered already
 */
export async function changeInstrument(
  ctx: Context,
  { tx, chain }: Locked,
  current: InstrumentRow,
  { action, facts, is_withdrawn, reason }: InstrumentChange,
): Promise<InstrumentRecord> {
  const changed = changedFacts(current.facts, facts);
  if (is_withdrawn !== current.is_withdrawn) changed.push("is_withdrawn");
  if (changed.length > 0) {
    if (!is_withdrawn) assertSound(ctx, facts);
    if (changed.some((name) => CLAIMED.has(name))) {
      await releaseNumbers(tx, current.id, ctx.clock.now().toISOString());
      if (!is_withdrawn) await claim(ctx, tx, current.id, facts);
    }
    const version = current.version + 1;
    await insertVersion(tx, current.id, { ...versionOf(ctx, facts), version, is_withdrawn, changed, reason });
    const payload = { version, changed, content_hash: canonicalHash(facts) };
    await appendAudit(ctx, tx, [{ action, subject: current.id, payload }], chain);
    await notePendingAllocations(tx, current.id);
  }
  return await instrumentWithVersions(ctx, tx, current.id);
}

/** What decides which numbers are claimed. */
const CLAIMED: ReadonlySet<string> = new Set(["registry", "number_ranges", "is_withdrawn"]);

/** Names of the facts that differ; lists and the cancellation as a whole. */
export function changedFacts(before: InstrumentFacts, after: InstrumentFacts): string[] {
  const told = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) =>
    canonicalHash({ value: told.get(name) ?? null }) === canonicalHash({ value }) ? [] : [name],
  );
}

function assertSound(ctx: Context, facts: InstrumentFacts): void {
  const issues = instrumentIssues(facts, calendarDay(ctx.clock.now()));
  if (issues.length > 0) throw validationError(issues);
}

function versionOf(ctx: Context, facts: InstrumentFacts) {
  return { facts, serves: servedPeriod(facts), stated_by: ctx.principal.actor };
}

async function claim(
  ctx: Context,
  tx: TenantTransaction,
  instrument_id: string,
  facts: InstrumentFacts,
): Promise<void> {
  const { registry, number_ranges } = facts;
  if (registry === null) return;
  const domain = claimDomain({ id: ctx.tenant.id, environment: ctx.tenant.environment }, registry);
  for (const [index, range] of number_ranges.entries()) {
    const numbers = { domain, ...range };
    if (await claimNumbers(tx, { ...numbers, id: ctx.newId(), instrument_id })) continue;
    const own = await ownHolder(tx, numbers);
    const message =
      own === null
        ? "has numbers that are registered in this installation already: a certificate is used once. If they are yours, send the operator the evidence"
        : `has numbers that are registered with ${own} already: correct or withdraw that one`;
    throw validationError([{ path: `number_ranges.${index}`, code: "numbers_registered", message }]);
  }
}
