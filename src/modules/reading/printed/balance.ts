import { type Decimal, decimal, decimalText } from "../../../core/quantity.ts";
import { addUpTo, sumOf } from "../balance.ts";
import { type Adjustment, adjustment } from "../lines.ts";
import { saysAdvance } from "../quantities/advances.ts";
import { foldWords } from "../quantities/commodity-words.ts";
import type { PrintedLine } from "./table.ts";
import type { LabelledAmount } from "./labelled-amount.ts";
import { amountsOfKind } from "./totals.ts";
import { partsOfTotal, wholeVatTable } from "./vat-rows.ts";

/** The totals of a printed invoice, and how they fit together. */
export interface PrintedBalance {
  readonly net: string | null;
  readonly vat: string | null;
  readonly gross: string | null;
  readonly lines: readonly PrintedLine[];
  /** Discounts, freight and fees between the lines and the net. */
  readonly adjustments: readonly Adjustment[];
  readonly lines_include_vat: boolean;
  /** Whether lines and adjustments make the net (or, including VAT, the gross). */
  readonly lines_close: boolean;
  /** Whether net and VAT make the gross. */
  readonly totals_close: boolean;
  /** Whether a line of a fuel was recognised with litres that nothing confirms; absent: no. */
  readonly has_open_litres?: boolean;
  /** Whether a quantity and a price are printed that do not make the amount beside them; absent: no. */
  readonly has_open_products?: boolean;
}

/** What is compared: labels, arithmetic. Arithmetic outweighs any label. */
const CLOSES = 8;
/** Points of a total that all rows of a VAT table make, as of a net and a gross that labels name. */
const WHOLE_TABLE = 6;
const CANDIDATES_MAX = 40;

/**
 * Chooses the totals among everything that a label calls one: the pair of net and gross for which a printed VAT closes
 * the difference and to which the lines add up. Nothing is invented: without such a pair the labels alone decide, and
 * `lines_close` or `totals_close` says that they do not add up within `tolerance`.
 */
export function balanceOf(
  segments: readonly (readonly PrintedLine[])[],
  amounts: readonly LabelledAmount[],
  tolerance: Decimal,
): PrintedBalance {
  const lineSets = segments.map((_, index) => segments.slice(0, index + 1).flat());
  const vats = amountsOfKind(amounts, ["vat"]).slice(0, CANDIDATES_MAX);
  const totals = pairs(amounts, vats, tolerance);
  let best: { balance: PrintedBalance; score: number } | null = null;
  for (const lines of lineSets.length === 0 ? [[]] : lineSets) {
    const fits = lineFits(lines, amounts);
    for (const pair of totals) {
      const fit = fits.find((candidate) => closes(candidate, pair, tolerance)) ?? null;
      const score = pair.score + fitScore(pair, fit) - lines.length / 10_000;
      if (best === null || score > best.score) best = { score, balance: balanced(pair, lines, { fit, tolerance }) };
    }
  }
  if (best === null) return balanced(NOTHING, segments[0] ?? [], { fit: null, tolerance });
  const { balance } = best;
  return { ...balance, totals_close: balance.totals_close && !isContradicted(balance, amounts, tolerance) };
}

/** Lines that make a total which itself adds up prove more than either does alone. */
function fitScore({ totals_close }: Pair, fit: LineFit | null): number {
  if (fit === null) return 0;
  return CLOSES + (fit.adjustments.length === 0 ? 1 : 0) + (totals_close ? CLOSES / 2 : 0);
}

/** Whether a net is printed that is neither the chosen one, nor the sum of the lines, nor a part of the VAT table. */
function isContradicted(
  { net, lines }: PrintedBalance,
  amounts: readonly LabelledAmount[],
  tolerance: Decimal,
): boolean {
  const printed = amountsOfKind(amounts, ["net"]);
  if (net === null || printed.length === 0) return false;
  if (printed.some((printedAmount) => addUpTo(decimal(printedAmount), net, tolerance))) return false;
  const sum = sumOf(lines.map((line) => line.amount));
  const isSum = printed.every((printedAmount) => addUpTo(sum, printedAmount, tolerance));
  return !isSum && !addUpTo(sumOf(printed), net, tolerance);
}

interface Pair {
  readonly net: string | null;
  readonly vat: string | null;
  readonly gross: string | null;
  readonly score: number;
  readonly totals_close: boolean;
}

const NOTHING: Pair = { net: null, vat: null, gross: null, score: 0, totals_close: false };

/** Every way to read net, VAT and gross from the labelled amounts. */
function pairs(amounts: readonly LabelledAmount[], vats: readonly string[], tolerance: Decimal): Pair[] {
  const charged = vats.filter((vat) => !decimal(vat).eq(0));
  const roundings = ["0", ...amountsOfKind(amounts, ["rounding"]).slice(0, 4)];
  const nets = scored(amounts, { net: 3, total: 1 });
  // A row of a table of several rates closes by itself, and may be all that was read of the lines: where more was paid it is a part.
  const parts = partsOfTotal(amounts);
  const found = scored(amounts, { gross: 3, total: 2 });
  const grosses = found.filter(({ amount }) => !parts.has(amount));
  const whole = charged.length > 1 ? [decimalText(sumOf(charged)), ...charged] : charged;
  const whole_table = wholeVatTable(amounts, tolerance);
  const foundPairs: Pair[] =
    whole_table === null ? [] : [{ ...whole_table, score: CLOSES + WHOLE_TABLE, totals_close: true }];
  const has_parts = whole_table === null && found.length > grosses.length;
  for (const gross of grosses) {
    // Of one rate the table tells the VAT, of the others nobody knows it.
    if (has_parts)
      foundPairs.push({ net: null, vat: null, gross: gross.amount, score: gross.score + CLOSES, totals_close: false });
    for (const net of nets) {
      const difference = decimal(gross.amount).minus(net.amount);
      const isRoundedTo = (charge: string) =>
        roundings.some((rounding) => addUpTo(difference.minus(rounding), charge, tolerance));
      const vat = whole.find(isRoundedTo);
      const isFree = charged.length === 0 && isRoundedTo("0");
      const totals_close = vat !== undefined || isFree;
      const score = net.score + gross.score + (totals_close ? CLOSES : 0);
      foundPairs.push({ net: net.amount, vat: vat ?? (isFree ? "0" : null), gross: gross.amount, score, totals_close });
    }
    // "Total 1,000.00, of which VAT 200.00": the net is not printed, its two parts are.
    for (const vat of whole) {
      const net = decimalText(decimal(gross.amount).minus(vat));
      if (decimal(net).abs().gt(decimal(vat).abs()))
        foundPairs.push({ net, vat, gross: gross.amount, score: gross.score + 2, totals_close: true });
    }
    if (charged.length === 0) {
      const score = gross.score + 1;
      foundPairs.push({ net: gross.amount, vat: null, gross: gross.amount, score, totals_close: vats.length > 0 });
    }
  }
  for (const net of nets) {
    for (const vat of whole) {
      const gross = decimalText(decimal(net.amount).plus(vat));
      foundPairs.push({ net: net.amount, vat, gross, score: net.score, totals_close: false });
    }
    foundPairs.push({ net: net.amount, vat: null, gross: null, score: net.score - 1, totals_close: false });
  }
  return foundPairs;
}

function scored(amounts: readonly LabelledAmount[], points: Readonly<Partial<Record<string, number>>>) {
  const best = new Map<string, number>();
  for (const { kind, amount } of amounts) {
    const score = points[kind];
    if (score !== undefined && score > (best.get(amount) ?? 0)) best.set(amount, score);
  }
  return [...best].slice(0, CANDIDATES_MAX).map(([amount, score]) => ({ amount, score }));
}

/** A sum that lines make, with what was added to them. */
interface LineFit {
  readonly sum: Decimal;
  readonly adjustments: readonly Adjustment[];
}

function lineFits(lines: readonly PrintedLine[], amounts: readonly LabelledAmount[]): LineFit[] {
  if (lines.length === 0) return [];
  const sum = sumOf(lines.map((line) => line.amount));
  const discounts = adjustmentsOf(amounts, "discount");
  const charges = adjustmentsOf(amounts, "charge");
  // Taken off before the net, advances belong to the lines; below the gross they are only a payment.
  const advances = adjustmentsOf(amounts.filter(isAdvance), "settlement");
  const fits: LineFit[] = [{ sum, adjustments: [] }];
  const added = [discounts, charges, [...discounts, ...charges]];
  const taken = advances.length === 0 ? [] : [[], ...added].map((others) => [...others, ...advances]);
  for (const adjustments of [...added, ...taken]) {
    if (adjustments.length > 0)
      fits.push({ sum: sum.plus(sumOf(adjustments.map((statedAdjustment) => statedAdjustment.amount))), adjustments });
  }
  return fits;
}

function isAdvance({ label }: LabelledAmount): boolean {
  return saysAdvance(foldWords(label));
}

/** Discounts and deductions are printed with and without a minus; a charge that is negative is none. */
function adjustmentsOf(amounts: readonly LabelledAmount[], kind: "discount" | "charge" | "settlement"): Adjustment[] {
  const seen = new Set<string>();
  return amounts.flatMap((amount) => {
    const key = `${amount.label} ${amount.amount}`;
    if (amount.kind !== kind || seen.has(key) || decimal(amount.amount).eq(0)) return [];
    seen.add(key);
    if (kind === "charge") return [adjustment(true, amount.amount, amount.label)];
    return [adjustment(false, decimalText(decimal(amount.amount).abs()), amount.label)];
  });
}

function closes({ sum }: LineFit, { net, gross }: Pair, tolerance: Decimal): boolean {
  return [net, gross].some((total) => total !== null && addUpTo(sum, total, tolerance));
}

function balanced(
  pair: Pair,
  lines: readonly PrintedLine[],
  { fit, tolerance }: { readonly fit: LineFit | null; readonly tolerance: Decimal },
): PrintedBalance {
  const { net, vat, gross, totals_close } = pair;
  const isNet = fit !== null && net !== null && addUpTo(fit.sum, net, tolerance);
  return {
    net,
    vat,
    gross,
    lines,
    adjustments: fit?.adjustments ?? [],
    lines_include_vat: fit !== null && !isNet,
    lines_close: fit !== null,
    totals_close,
  };
}
