import { grouped } from "../../core/grouped.ts";
import type { Context, TenantQueries, TenantTransaction } from "../../core/context.ts";
import type { AuditEntry } from "../audit/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { closedYearError, movedYear } from "./closed-years.ts";
import { ENGINE_VERSION } from "./calculation.ts";
import { type EntrySource, type NewEntry } from "./new-entries.ts";
import { isInYears, isRestating } from "./pending-restatement.ts";
import { recordEntries } from "./record-entries.ts";
import { entriesBySplit, selectCurrentEntries } from "./store-entries.ts";

export interface SupersedingResult {
  readonly entry_ids: readonly string[];
  /** To be appended by the caller, see recordEntries. */
  readonly events: readonly AuditEntry[];
}

/** What a later reading changes in closed years, where nothing is booked. */
export interface HeldBack {
  /** What the earlier reading counts there, and goes on to count. */
  readonly before: readonly NewEntry[];
  /** What the later reading would count. */
  readonly after: readonly NewEntry[];
}

/** A later reading in place of an earlier one, by the entries that it counts in full. */
export interface LaterFigures {
  /** The split whose entries stop counting. */
  readonly from_split_id: string;
  readonly source: EntrySource;
  /** With entries of closed years; empty when the activity is excluded. */
  readonly fresh: readonly NewEntry[];
}

/**
 * Replaces the entries of a split by those given. Nothing is changed or removed: each earlier entry gets a successor, an entry of
 * 0 kg CO2e where the new reading has none in that month, so that sums count the new reading only. Where a figure of a closed year
 * would change, closed years keep what they count, and what would change is answered for the caller to note; null: nothing would.
 */
export async function supersedeHolding(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  later: LaterFigures,
  closed: readonly YearDays[],
): Promise<SupersedingResult & { readonly held: HeldBack | null }> {
  const { from_split_id, source, fresh } = later;
  const current = await selectCurrentEntries(tx, [from_split_id]);
  const held = heldBack(current, fresh, closed);
  if (isRestating(held, closed)) return await supersedeOpenDays(ctx, tx, { current, source, fresh, held });
  return { ...(await supersede(ctx, tx, { current, source }, fresh)), held: null };
}

/**
 * What an advance counts in closed years cannot wait. @throws ServiceError financial_year.closed where it would change, with how to go on
 */
export async function assertAdvanceStays(
  tx: TenantQueries,
  { from_split_id, fresh }: Pick<LaterFigures, "fresh" | "from_split_id">,
  closed: readonly YearDays[],
): Promise<void> {
  if (closed.length === 0) return;
  const moved = movedYear(closed, fresh, await selectCurrentEntries(tx, [from_split_id]));
  if (moved !== undefined) throw closedYearError(moved, "advance");
}

/** The same where closed years keep what they count whatever the later reading says of them. */
export async function supersedeOutside(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  { from_split_id, source, fresh }: LaterFigures,
  closed: readonly YearDays[],
): Promise<SupersedingResult> {
  const current = await selectCurrentEntries(tx, [from_split_id]);
  const held = heldBack(current, fresh, closed);
  return await supersedeOpenDays(ctx, tx, { current, source, fresh, held });
}

function heldBack(current: readonly NewEntry[], fresh: readonly NewEntry[], closed: readonly YearDays[]): HeldBack {
  return {
    before: current.filter((entry) => isInYears(entry, closed) && !isClosing(entry)),
    after: fresh.filter((entry) => isInYears(entry, closed)),
  };
}

interface OpenDays extends Pick<LaterFigures, "fresh" | "source"> {
  readonly current: readonly NewEntry[];
  readonly held: HeldBack;
}

/** Entries of closed years go over to the later reading as they are, in the department that they count in. */
async function supersedeOpenDays(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  { current, source, fresh, held }: OpenDays,
): Promise<SupersedingResult & { readonly held: HeldBack }> {
  const entries = openDays(ctx, { source, fresh, held });
  return { ...(await supersede(ctx, tx, { current, source }, entries)), held };
}

/** What a later reading counts where closed years keep what they have. */
function openDays(
  ctx: Pick<Context, "newId">,
  { source, fresh, held }: Omit<OpenDays, "current">,
): readonly NewEntry[] {
  const open = fresh.filter((entry) => !held.after.includes(entry));
  return [...open, ...copies(ctx, held.before, { activity_split_id: source.activity_split_id })];
}

/**
 * The same of many readings at once: one write of the monthly sums, however many there are; at most SPLITS_MAX. Closed years keep what
 * they count. @throws ServiceError financial_year.closed where years that are not named would change
 */
export async function supersedeAll(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  laters: readonly LaterFigures[],
  closed: readonly YearDays[] = [],
): Promise<readonly AuditEntry[]> {
  const counting = await selectCurrentEntries(
    tx,
    laters.map(({ from_split_id }) => from_split_id),
  );
  const ofSplits = entriesBySplit(counting);
  const entries = laters.flatMap(({ from_split_id, source, fresh }) => {
    const current = ofSplits.get(from_split_id) ?? [];
    const held = heldBack(current, fresh, closed);
    return successors(ctx, { current, source }, openDays(ctx, { source, fresh, held }));
  });
  return await recordEntries(tx, entries);
}

export interface Superseded {
  readonly current: readonly NewEntry[];
  readonly source: EntrySource;
}

async function supersede(
  ctx: Pick<Context, "clock" | "newId">,
  tx: TenantTransaction,
  superseded: Superseded,
  fresh: readonly NewEntry[],
): Promise<SupersedingResult> {
  const entries = successors(ctx, superseded, fresh);
  return { entry_ids: entries.map((entry) => entry.id), events: await recordEntries(tx, entries) };
}

/** The entries that take the place of those that count. */
export function successors(
  ctx: Pick<Context, "clock" | "newId">,
  { current, source }: Superseded,
  fresh: readonly NewEntry[],
): NewEntry[] {
  const open = grouped(current, placeOf);
  const later = fresh.map((entry) => ({
    ...entry,
    supersedes_entry_id: open.get(placeOf(entry))?.shift()?.id ?? null,
  }));
  const ended = [...open.values()].flat().filter((earlier) => !isClosing(earlier));
  return [...later, ...ended.map((earlier) => closingEntry(ctx, source, earlier))];
}

/** What tells copies from their entries; the department of each stays where none is named. */
type CopySource = Pick<EntrySource, "activity_split_id"> & Partial<Pick<EntrySource, "department_id">>;

/** The same figures and dates for another split, under new ids. */
export function copies(ctx: Pick<Context, "newId">, entries: readonly NewEntry[], source: CopySource): NewEntry[] {
  const ids = new Map(entries.map(({ id }) => [id, ctx.newId()]));
  // A companion names the entry that was calculated, also after an allocation has replaced that one.
  const calculated = entries.flatMap(({ id, inputs }): [unknown, string][] => {
    const copy = ids.get(id);
    return copy === undefined ? [] : [[inputs["allocated_entry_id"] ?? id, copy]];
  });
  const accompanied = new Map(calculated);
  const { activity_split_id } = source;
  return entries.map((entry) => ({
    ...entry,
    ...(entry.inputs["allocated_entry_id"] === undefined
      ? {}
      : { inputs: { ...entry.inputs, allocated_entry_id: ids.get(entry.id) } }),
    activity_split_id,
    department_id: source.department_id === undefined ? entry.department_id : source.department_id,
    id: ids.get(entry.id) ?? ctx.newId(),
    companion_of_entry_id: accompanied.get(entry.companion_of_entry_id) ?? null,
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
  ended: readonly Omit<LaterFigures, "fresh">[],
): Promise<readonly AuditEntry[]> {
  const sources = new Map(ended.map(({ from_split_id, source }) => [from_split_id, source]));
  const current = await selectCurrentEntries(tx, [...sources.keys()]);
  const entries = current.flatMap((earlier) => {
    const source = sources.get(earlier.activity_split_id);
    return source === undefined || isClosing(earlier) ? [] : [closingEntry(ctx, source, earlier)];
  });
  return await recordEntries(tx, entries);
}

/** Entries of two readings stand for each other when month, scope and kind are the same, whatever their order. */
function placeOf({ transaction_date, scope, category_key }: NewEntry): string {
  const kind = category_key.startsWith("energy.upstream.") ? category_key : "main";
  return `${transaction_date.slice(0, 7)} ${scope} ${kind}`;
}

/** An entry that ends another one is not ended again: it counts nothing. */
export function isClosing({ inputs }: NewEntry): boolean {
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
