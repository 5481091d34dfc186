import { plusDays } from "../../core/days.ts";
import { decimal, decimalSum, decimalText } from "../../core/quantity.ts";
import { type ConversionStep, isCovered, settledDays, type UsePeriod } from "../emissions/index.ts";
import type { YearDays } from "../financial-years/index.ts";
import { advanceOf } from "../reading/index.ts";
import { isDecidedByPerson } from "./decided-by-person.ts";
import { netOfLine } from "./net-of-line.ts";
import { advanceSteps, priceStep, settledPeriods, type SettledPrice, settlementStep } from "./advance-steps.ts";
import type { CurrentActivityRow } from "./store.ts";

/** How the other lines of its supply have an advance read. */
export interface SettledAdvance {
  readonly steps: readonly ConversionStep[];
  /** The document that counts every day of it; null: some days are its own. */
  readonly settled_by: string | null;
  /** A line may settle it, and it does not say which of its days, or of which supply; absent: none may. */
  readonly is_asked?: boolean;
}

const WASTEWATER = "waste.operations.wastewater";

/** Energy, water and wastewater, which are metered and settled. */
export function isSupplyCategory(category_key: string): boolean {
  return category_key === WASTEWATER || /^(?:energy|purchases\.water)\./.test(category_key);
}

/** Whether one may be settled by the other: the water that comes and the wastewater that goes are paid for by themselves, by one meter. */
export function isSameFlow(
  one: Pick<CurrentActivityRow, "category_key">,
  other: Pick<CurrentActivityRow, "category_key">,
): boolean {
  return (one.category_key === WASTEWATER) === (other.category_key === WASTEWATER);
}

/** Whether a line is an amount on account for energy or water, of a supply that a settlement may name. */
export function isAdvanceOfSupply(
  line: Pick<CurrentActivityRow, "category_key" | "supply_id"> & Parameters<typeof advanceOf>[0],
): boolean {
  return line.supply_id !== null && isSupplyCategory(line.category_key) && advanceOf(line) === "advance";
}

/**
 * What the measured lines of a supply say of one of its advances: the days that they count, and for an amount without a quantity
 * the price of the newest bill of the same supplier. A price that was taken stays while its bill counts. Pure.
 * @param lines of the supply, newest first
 */
export function settledAdvance(
  advance: CurrentActivityRow,
  lines: readonly CurrentActivityRow[],
  country: string,
): SettledAdvance {
  const measured = lines.filter(isMeasured);
  const price = priceOf(advance, lines, { measured, country });
  const whole = periodOf(advance);
  const steps = price === null ? [] : [price];
  if (whole === null) return asked({ steps, settled_by: null }, advance, measured);
  const counting = measured.flatMap((line) => {
    const period = periodOf(line);
    const within = period === null ? [] : settledDays(whole, [period]);
    return within.map((days) => ({ days, document_id: line.document_id }));
  });
  const days = settledDays(
    whole,
    counting.map((counted) => counted.days),
  );
  const documentOf = (period: UsePeriod) =>
    counting.find((counted) => counted.days.start >= period.start && counted.days.end <= period.end)?.document_id ?? "";
  return {
    steps: [...steps, ...days.map((period) => settlementStep(period, documentOf(period)))],
    settled_by: isCovered(whole, days) ? documentOf(whole) : null,
  };
}

/**
 * An advance that names no supply: lines of its supplier may settle it, and nobody knows which. Pure.
 * @param lines of its supplier, newest first
 */
export function namelessAdvance(advance: CurrentActivityRow, lines: readonly CurrentActivityRow[]): SettledAdvance {
  return asked({ steps: [], settled_by: null }, advance, lines.filter(isMeasured));
}

/** What was used soon after an amount was asked for may be what it was asked for. */
const AHEAD_DAYS = 100;

function asked(
  settled: SettledAdvance,
  advance: CurrentActivityRow,
  measured: readonly CurrentActivityRow[],
): SettledAdvance {
  const period = periodOf(advance);
  const day = advance.transaction_date.slice(0, 10);
  const from = period?.start ?? day;
  const to = period?.end ?? plusDays(day, AHEAD_DAYS);
  const near = measured.filter((line) => {
    const { start, end } = periodOf(line) ?? { start: line.transaction_date.slice(0, 10), end: "" };
    const isOther = line.document_id !== advance.document_id && line.category_key === advance.category_key;
    return isOther && start <= to && (end === "" ? start : end) >= from;
  });
  // Who decided about the advance had seen the bills that counted by then.
  const isDecided = isDecidedByPerson(advance) || advance.review_code === "advance_deferred";
  const isNew = (line: CurrentActivityRow) => !isDecided || line.split_created_at > advance.split_created_at;
  return near.some(isNew) ? { ...settled, is_asked: true } : settled;
}

/**
 * The same where some years keep what they count: their days are settled as they were (`earlier`, the steps of the reading that
 * counts), the others as they are now. The very value given where no day differs. Pure.
 */
export function settledOutside(
  settled: SettledAdvance,
  earlier: readonly ConversionStep[],
  years: readonly YearDays[],
): SettledAdvance {
  if (years.length === 0) return settled;
  const isDays = ({ kind }: ConversionStep) => kind === "settlement";
  const days = settled.steps.filter(isDays);
  const kept = earlier.filter(isDays).flatMap((step) => years.flatMap((year) => within(step, year)));
  const booked = [...days.flatMap((step) => outside(step, years)), ...kept].toSorted((one, other) =>
    one.from < other.from ? -1 : 1,
  );
  if (isSamePeriods(joinedDays(booked), joinedDays(days))) return settled;
  return { steps: [...settled.steps.filter((step) => !isDays(step)), ...booked], settled_by: null };
}

const ALL_DAYS: UsePeriod = { start: "0000-01-01", end: "9999-12-31" };

function joinedDays(steps: readonly ConversionStep[]): readonly UsePeriod[] {
  return settledDays(ALL_DAYS, settledPeriods(steps));
}

function isSamePeriods(one: readonly UsePeriod[], other: readonly UsePeriod[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function within(step: ConversionStep, { from, to }: YearDays): ConversionStep[] {
  const part = { ...step, from: step.from > from ? step.from : from, to: step.to < to ? step.to : to };
  return part.from <= part.to ? [part] : [];
}

/** A step without the days of the years: what lies before, between and after them. */
function outside(step: ConversionStep, years: readonly YearDays[]): ConversionStep[] {
  return years.reduce<ConversionStep[]>(
    (left, year) =>
      left.flatMap((part) => {
        if (part.to < year.from || part.from > year.to) return [part];
        const before = part.from < year.from ? [{ ...part, to: plusDays(year.from, -1) }] : [];
        const after = part.to > year.to ? [{ ...part, from: plusDays(year.to, 1) }] : [];
        return [...before, ...after];
      }),
    [step],
  );
}

/** Whether a line counts what a meter measured. */
export function isMeasured(line: CurrentActivityRow): boolean {
  const { status, split_quantity, category_key } = line;
  const isCounted = status === "classified" && split_quantity !== null && decimal(split_quantity).gt(0);
  return isCounted && isSupplyCategory(category_key) && advanceOf(line) === null;
}

function periodOf({ service_period_start: start, service_period_end: end }: CurrentActivityRow): UsePeriod | null {
  return start === null || end === null || end < start ? null : { start, end };
}

interface Settlements {
  readonly measured: readonly CurrentActivityRow[];
  readonly country: string;
}

/** An advance that states its quantity, or of which a person does, needs no price. */
function priceOf(
  advance: CurrentActivityRow,
  lines: readonly CurrentActivityRow[],
  { measured, country }: Settlements,
): ConversionStep | null {
  const earlier = advanceSteps(advance).find(({ kind }) => kind === "unit_price");
  if (earlier === undefined && advance.split_quantity !== null) return null;
  if (advance.stated?.quantity !== undefined || advance.stated?.unit_price !== undefined) return null;
  const currency = netOfLine(advance, country, advance.category_key)?.currency ?? null;
  const documents = new Set(measured.filter((line) => isSameSupplier(line, advance)).map((line) => line.document_id));
  const prices = [...documents].flatMap((document_id) => {
    const bill = lines.filter((line) => line.document_id === document_id && advanceOf(line) === null);
    const price = priceOfBill(document_id, bill, country);
    return price === null || price.currency !== currency ? [] : [priceStep(price)];
  });
  return prices.find(({ note }) => note === earlier?.note) ?? prices[0] ?? null;
}

/** Whether two lines name the same supplier, by number or else by name. */
export function isSameSupplier(line: CurrentActivityRow, advance: CurrentActivityRow): boolean {
  if (line.supplier_identifier !== null || advance.supplier_identifier !== null) {
    return line.supplier_identifier === advance.supplier_identifier;
  }
  return line.supplier_name !== null && line.supplier_name.toLowerCase() === advance.supplier_name?.toLowerCase();
}

/**
 * What a bill costs per unit: all of its lines of the supply, tariffs and fees included, as an advance pays for all of them. Null where
 * an amount is not known, the units differ or nothing is paid.
 */
function priceOfBill(document_id: string, bill: readonly CurrentActivityRow[], country: string): SettledPrice | null {
  const amounts = bill.map((line) => netOfLine(line, country, line.category_key));
  const counted = bill.filter(isMeasured);
  const [currency = null, ...others] = new Set(amounts.map((amount) => amount?.currency ?? null));
  const [unit = null, ...units] = new Set(counted.map((line) => line.split_unit));
  if (currency === null || unit === null || others.length + units.length > 0) return null;
  const amount = decimalSum(amounts.map((one) => one?.value ?? "0"));
  const quantity = decimalSum(counted.map((line) => line.split_quantity ?? "0"));
  if (!amount.gt(0)) return null;
  return { document_id, amount: decimalText(amount), currency, quantity: decimalText(quantity), unit };
}
