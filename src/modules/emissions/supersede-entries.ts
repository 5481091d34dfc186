import type { Context, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { type CalculatedEntry, ENGINE_VERSION } from "./calculation.ts";
import { type EntrySource, newEntries, type NewEntry } from "./new-entries.ts";
import { isInYears } from "./pending-restatement.ts";
import { recordEntries } from "./record-entries.ts";
import { selectCurrentEntries, selectEntriesOfReading } from "./store-entries.ts";

export interface SupersededSplit {
  /** The split whose entries stop counting. */
  readonly from_split_id: string;
  readonly source: EntrySource;
  /** What counts instead; empty when the activity is excluded. */
  readonly calculated: readonly CalculatedEntry[];
}

export interface SupersedingResult {
  readonly entry_ids: readonly string[];
  /** To be appended by the caller, see recordEntries. */
  readonly events: readonly AuditEntry[];
}

/**
 * Replaces the entries of a split by those of a later reading. Nothing is changed or removed: each earlier entry gets a
 * successor, an entry of 0 kg CO2e where the new reading has none in that month, so that sums count the new reading only.
 */
export async function supersedeEntries(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  superseded: SupersededSplit,
): Promise<SupersedingResult> {
  const fresh = newEntries(ctx, superseded.source, superseded.calculated);
  return await supersedeBy(ctx, tx, superseded, fresh);
}

/**
 * Gives a later split the figures that an earlier one had, factors and formulas included, in place of those of the split
 * between: a change is taken back.
 */
export async function restoreEntries(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  restored: Omit<SupersededSplit, "calculated"> & { readonly of_split_id: string },
): Promise<SupersedingResult> {
  const earlier = await selectEntriesOfReading(tx, restored.of_split_id);
  return await supersedeBy(ctx, tx, restored, copies(ctx, earlier, restored.source));
}

/** What a later reading changes in closed years, where nothing is booked. */
export interface HeldBack {
  /** What the earlier reading counts there, and goes on to count. */
  readonly before: readonly NewEntry[];
  /** What the later reading would count. */
  readonly after: readonly NewEntry[];
}

/**
 * The same where closed years keep what they count: entries of their days go over to the later reading as they are, and those
 * of its other days replace the earlier ones.
 */
export async function supersedeOutside(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  superseded: SupersededSplit,
  closed: readonly YearDays[],
): Promise<SupersedingResult & { readonly held: HeldBack }> {
  const { from_split_id, source } = superseded;
  const current = await selectCurrentEntries(tx, [from_split_id]);
  const before = current.filter((entry) => isInYears(entry, closed) && !isClosing(entry));
  const fresh = newEntries(ctx, source, superseded.calculated);
  const after = fresh.filter((entry) => isInYears(entry, closed));
  const open = fresh.filter((entry) => !isInYears(entry, closed));
  const kept = copies(ctx, before, source);
  const result = await supersede(ctx, tx, { current, source }, [...open, ...kept]);
  return { ...result, held: { before, after } };
}

async function supersedeBy(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  { from_split_id, source }: Omit<SupersededSplit, "calculated">,
  fresh: readonly NewEntry[],
): Promise<SupersedingResult> {
  const current = await selectCurrentEntries(tx, [from_split_id]);
  return await supersede(ctx, tx, { current, source }, fresh);
}

async function supersede(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  { current, source }: { readonly current: readonly NewEntry[]; readonly source: EntrySource },
  fresh: readonly NewEntry[],
): Promise<SupersedingResult> {
  const open = new Map<string, NewEntry[]>();
  for (const earlier of current) open.set(placeOf(earlier), [...(open.get(placeOf(earlier)) ?? []), earlier]);
  const later = fresh.map((entry) => ({
    ...entry,
    supersedes_entry_id: open.get(placeOf(entry))?.shift()?.id ?? null,
  }));
  const ended = [...open.values()].flat().filter((earlier) => !isClosing(earlier));
  const entries = [...later, ...ended.map((earlier) => closingEntry(ctx, source, earlier))];
  return { entry_ids: entries.map((entry) => entry.id), events: await recordEntries(tx, entries) };
}

/** The same figures and dates for another split, under new ids. */
function copies(ctx: Pick<Context, "newId">, entries: readonly NewEntry[], source: EntrySource): NewEntry[] {
  const ids = new Map(entries.map(({ id }) => [id, ctx.newId()]));
  const { activity_split_id, department_id } = source;
  return entries.map((entry) => ({
    ...entry,
    activity_split_id,
    department_id,
    id: ids.get(entry.id) ?? ctx.newId(),
    companion_of_entry_id: ids.get(entry.companion_of_entry_id ?? "") ?? null,
    supersedes_entry_id: entry.id,
  }));
}

/**
 * Ends the entries of many splits at once: each gets a successor of 0 kg CO2e. One write of the monthly sums, however many
 * splits there are; at most SPLITS_MAX.
 */
export async function endEntries(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  ended: readonly Omit<SupersededSplit, "calculated">[],
): Promise<readonly AuditEntry[]> {
  const sources = new Map(ended.map(({ from_split_id, source }) => [from_split_id, source]));
  const current = await selectCurrentEntries(tx, [...sources.keys()]);
  const entries = current.flatMap((earlier) => {
    const source = sources.get(earlier.activity_split_id);
    return source === undefined || isClosing(earlier) ? [] : [closingEntry(ctx, source, earlier)];
  });
  return await recordEntries(tx, entries);
}

/**
 * Gives the entries of a split to a later split with the same figures, e.g. in another department: each gets a successor
 * that differs in its source only, companions included.
 */
export async function moveEntries(
  ctx: Pick<Context, "newId">,
  tx: TenantTransaction,
  { from_split_id, source }: Omit<SupersededSplit, "calculated">,
): Promise<SupersedingResult> {
  const entries = copies(ctx, await selectCurrentEntries(tx, [from_split_id]), source);
  return { entry_ids: entries.map((entry) => entry.id), events: await recordEntries(tx, entries) };
}

/** Entries of two readings stand for each other when month, scope and kind are the same, whatever their order. */
function placeOf({ transaction_date, scope, category_key }: NewEntry): string {
  const kind = category_key.startsWith("energy.upstream.") ? category_key : "main";
  return `${transaction_date.slice(0, 7)} ${scope} ${kind}`;
}

/** An entry that ends another one is not ended again: it counts nothing. */
function isClosing({ inputs }: NewEntry): boolean {
  return inputs["superseded_entry_id"] !== undefined;
}

/** Ends an entry that has no successor: 0 kg on its own date, in its own category and department. */
function closingEntry(
  ctx: Pick<Context, "clock" | "newId">,
  { activity_id, activity_split_id }: EntrySource,
  earlier: NewEntry,
): NewEntry {
  return {
    ...earlier,
    activity_id,
    activity_split_id,
    id: ctx.newId(),
    companion_of_entry_id: null,
    supersedes_entry_id: earlier.id,
    market_based_kg: "0",
    location_based_kg: "0",
    co2_kg: null,
    ch4_kg_co2e: null,
    n2o_kg_co2e: null,
    biogenic_co2_kg: "0",
    formula: "0 kg CO2e: the later reading of the activity has no such emission",
    inputs: { superseded_entry_id: earlier.id },
    conversions: [],
    engine_version: ENGINE_VERSION,
    calculated_at: ctx.clock.now().toISOString(),
  };
}
