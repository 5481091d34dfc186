import type { Context, TenantQueries } from "../../core/context.ts";
import type { Decision } from "../categorization/index.ts";
import {
  ADVANCE_UNSETTLED,
  type CalculationResult,
  closedYearReason,
  type ConversionStep,
  keptFacts,
  keptFactSteps,
  movedYear,
  newEntries,
  selectCountedAs,
  selectCurrentEntries,
  tablesCountedBy,
} from "../emissions/index.ts";
import { closedYears, type YearDays } from "../financial-years/index.ts";
import { advanceOf } from "../reading/index.ts";
import { advanceSteps } from "./advance-steps.ts";
import { withoutCredited } from "./counting-supply-lines.ts";
import { isPriced, withKeptPrice } from "./kept-price.ts";
import { readAs, type ReadingTables } from "./read-again.ts";
import { entrySource } from "./settled-figures.ts";
import { readingTables } from "./reading-tables.ts";
import {
  isSameSupplier,
  isSameFlow,
  isSupplyCategory,
  namelessAdvance,
  type SettledAdvance,
  settledAdvance,
  settledOutside,
} from "./settled-advance.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { LaterSplit } from "./write-later-split.ts";

/** What the lines of supplies, as they are read now, mean for their advances. */
export interface Settlement {
  /** Advances that are read otherwise than before, each with its later reading. */
  readonly changed: readonly ChangedAdvance[];
  /** All that other lines decide about. */
  readonly settled: readonly Settled[];
  /** Advances that count or are settled, where years are closed: of each is noted what would change there. */
  readonly kept: readonly Settled[];
  readonly closed: readonly YearDays[];
  readonly tablesOf: TablesOf;
}

/** What an advance is read with. */
type TablesOf = (advance: CurrentActivityRow) => ReadingTables;

export interface ChangedAdvance {
  readonly advance: CurrentActivityRow;
  readonly later: LaterSplit;
}

export interface Settled {
  readonly advance: CurrentActivityRow;
  /** What the other lines say of it. */
  readonly whole: SettledAdvance;
  /** What of that is booked: of an advance that counts, closed years keep what they have. */
  readonly booked: SettledAdvance;
}

interface SupplyLines {
  /** Of whole supplies, newest first. */
  readonly lines: readonly CurrentActivityRow[];
  /** One that is told as a correction would leave it, which is not written: it counts by what is in force. */
  readonly corrected_id?: string;
}

/**
 * How the other lines of their supplies have advances read. Null: nothing changes, and no closed year has an advance. Reads what
 * it needs and writes nothing.
 */
export async function settlementOf(
  ctx: Context,
  db: TenantQueries,
  { lines, corrected_id }: SupplyLines,
): Promise<Settlement | null> {
  const advances = lines.filter(isOpenAdvance);
  if (advances.length === 0) return null;
  const [closed, counting] = [await closedYears(db), await withoutCredited(db, lines, corrected_id)];
  const settled = advances.map((advance): Settled => {
    const now = settledBy(advance, counting.booked, ctx.tenant.country);
    const { restated } = counting;
    const whole = restated === counting.booked ? now : settledBy(advance, restated, ctx.tenant.country);
    return { advance, whole, booked: advance.status === "classified" ? keptByYears(advance, now, closed) : now };
  });
  const different = settled.filter(({ advance, booked }) => !isSame(advance, booked));
  const kept = closed.length === 0 ? [] : settled.filter(({ advance }) => advance.status !== "pending_review");
  if (different.length + kept.length === 0) return null;
  const uncorrected = advances.filter(({ id, status }) => status === "classified" && id !== corrected_id);
  const tablesOf = await countingTables(db, uncorrected, await readingTables(ctx, db));
  const changed: ChangedAdvance[] = [];
  for (const { advance, booked } of different) {
    const tables = tablesOf(advance);
    changed.push({ advance, later: await splitOfSettled(ctx, db, { advance, booked, tables, closed }) });
  }
  return { changed, settled, kept, closed, tablesOf };
}

/** What the lines say of each advance among them once closed years are restated, by activity. */
export async function wholesOf(
  ctx: Context,
  db: TenantQueries,
  lines: readonly CurrentActivityRow[],
): Promise<ReadonlyMap<string, SettledAdvance>> {
  const { restated } = await withoutCredited(db, lines, undefined);
  const advances = lines.filter(isOpenAdvance);
  return new Map(advances.map((advance) => [advance.id, settledBy(advance, restated, ctx.tenant.country)]));
}

/** Whether two say the same of an advance. Pure. */
export function isSameSettled(one: SettledAdvance | undefined, other: SettledAdvance): boolean {
  const textOf = ({ steps, is_asked = false }: SettledAdvance) => JSON.stringify([is_asked, steps.map(told)]);
  return one !== undefined && textOf(one) === textOf(other);
}

/** A settlement says which days of an advance are left, not by what they count: what counts goes on by what of the company's it counts by. */
async function countingTables(
  db: TenantQueries,
  counting: readonly CurrentActivityRow[],
  tables: ReadingTables,
): Promise<TablesOf> {
  const counted = await selectCountedAs(
    db,
    counting.map(({ split_id }) => split_id),
  );
  const ids = new Set(counting.map(({ id }) => id));
  return ({ id, split_id, category_key }) => {
    const counted_as = ids.has(id) ? counted.get(split_id)?.counted_as : undefined;
    return tablesCountedBy(tables, counted_as === undefined ? null : { category_key, ...counted_as });
  };
}

/** What closed years keep of an advance that counts. */
function keptByYears(advance: CurrentActivityRow, whole: SettledAdvance, closed: readonly YearDays[]): SettledAdvance {
  return withKeptPrice(advance, settledOutside(whole, advanceSteps(advance), closed), closed);
}

function settledBy(advance: CurrentActivityRow, lines: readonly CurrentActivityRow[], country: string): SettledAdvance {
  if (advance.supply_id === null) {
    return namelessAdvance(
      advance,
      lines.filter((line) => isSameSupplier(line, advance) && isSameFlow(line, advance)),
    );
  }
  return settledAdvance(
    advance,
    lines.filter((line) => line.supply_id === advance.supply_id && isSameFlow(line, advance)),
    country,
  );
}

interface Changing {
  readonly advance: CurrentActivityRow;
  readonly booked: SettledAdvance;
  readonly tables: ReadingTables;
  readonly closed: readonly YearDays[];
}

/** An advance that would begin to count in a closed year waits; one that counts keeps what it counts there. */
async function splitOfSettled(
  ctx: Context,
  db: TenantQueries,
  { advance, booked, tables, closed }: Changing,
): Promise<LaterSplit> {
  const reading = readingOf(advance, booked, tables);
  if (closed.length === 0) return reading;
  if (advance.status === "classified") return { ...reading, outside: closed };
  const year = await movedBy(ctx, db, { advance, reading, closed });
  const result: CalculationResult | null =
    year === undefined ? reading.result : { kind: "review", reviewReason: closedYearReason(year) };
  return { ...reading, result };
}

/** Codes of advances that wait for what other lines tell. */
const OPEN_CODES: ReadonlySet<string> = new Set(["advance_without_quantity", "advance_deferred", "advance_unsettled"]);

/** Whether other lines decide how an advance is read: it counts, or waits for nothing else, or was left out for being settled. */
function isOpenAdvance(line: CurrentActivityRow): boolean {
  if (!isSupplyCategory(line.category_key) || advanceOf(line) !== "advance") return false;
  const isSettled = advanceSteps(line).length > 0;
  const isAsked = line.review_code !== null && OPEN_CODES.has(line.review_code);
  if (line.status === "pending_review") return isSettled || isAsked;
  return line.status === "classified" || (isSettled && line.mapped_by !== "person");
}

/** The database gives members of JSON in an order of its own. */
function isSame(advance: CurrentActivityRow, { steps, is_asked = false }: SettledAdvance): boolean {
  if (is_asked !== (advance.review_code === "advance_unsettled")) return false;
  return JSON.stringify(advanceSteps(advance).map(told)) === JSON.stringify(steps.map(told));
}

function told({ kind, from, to, note }: ConversionStep): readonly string[] {
  return [kind, from, to, note];
}

/**
 * An advance as its settlement has it read, with what it counts. The quantity that a price made goes with it: the bill that had it does not
 * count any more.
 */
export function readingOf(advance: CurrentActivityRow, settled: SettledAdvance, tables: ReadingTables): LaterSplit {
  const conversion = [...settled.steps, ...keptFactSteps(keptFacts(advance.conversion))];
  const isUnpriced = isPriced(advance.conversion) && !isPriced(settled.steps);
  const stated = isUnpriced ? { ...advance, split_quantity: null, split_unit: null } : advance;
  const { split, result } = readAs({ ...stated, conversion }, advance.category_key, tables);
  const decision = decisionOf(advance, settled);
  if (settled.is_asked === true)
    return { decision, split, result: { kind: "review", reviewReason: ADVANCE_UNSETTLED } };
  return { decision, split, result: settled.settled_by === null ? result : null };
}

interface Moving {
  readonly advance: CurrentActivityRow;
  readonly reading: LaterSplit;
  readonly closed: readonly YearDays[];
}

/** The closed year of which the reading would change a figure; undefined: none. */
async function movedBy(
  ctx: Context,
  db: TenantQueries,
  { advance, reading: { result }, closed }: Moving,
): Promise<YearDays | undefined> {
  const added = result?.kind === "calculated" ? newEntries(ctx, entrySource(advance), result.entries) : [];
  return movedYear(closed, added, await selectCurrentEntries(db, [advance.split_id]));
}

const COUNTS_MEANWHILE = "an advance counts as an estimate until it is settled";

/** Its category stays: the settlement says how much was used, not of what. */
function decisionOf(advance: CurrentActivityRow, { settled_by, is_asked }: SettledAdvance): Decision {
  const { category_key, mapped_by, confidence } = advance;
  const estimate = is_asked === true ? "an advance that a bill may have settled" : COUNTS_MEANWHILE;
  const reason =
    settled_by === null ? estimate : `an advance, settled: document ${settled_by} counts what was used on its days`;
  return {
    status: settled_by === null ? "classified" : "excluded",
    category_key,
    mapped_by: settled_by === null ? mapped_by : "rule",
    confidence: settled_by === null ? Number(confidence) : 1,
    reason,
    candidates: [],
  };
}
