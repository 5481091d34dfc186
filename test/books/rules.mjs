// What each line counts, by the rules that the README of this folder states.
import Big from "big.js";
import { eurosOf, factorOf, lossesOf } from "./published-factors.mjs";
import { financialYearEnd, lastDayOfMonth, monthlySlices } from "./slices.mjs";

Big.DP = 30;

/** What is known of a line on a day: its reading, or the decision about it once that is taken. */
function knownLine(line, day) {
  if (line.arrives > day) return undefined;
  const isUndecided = line.decision === undefined || line.decision.decided_on > day;
  if (isUndecided && line.reading?.waits_from <= day) return { ...line, waits: true };
  const said = isUndecided ? line.reading : line.decision;
  if (said === undefined) return { ...line, waits: true };
  return {
    ...line,
    ...said,
    quantity: typeof said.quantity === "string" ? { value: said.quantity, unit: said.unit, times: "1" } : line.quantity,
  };
}

/** Quantity of a line in the unit of its factor; undefined where money counts. */
function quantityIn(line, unit) {
  if (line.quantity === undefined) return undefined;
  const inOwn = Big(line.quantity.value).times(line.quantity.times);
  if (line.quantity.unit === unit) return inOwn;
  if (line.quantity.unit === "kg" && unit === "t") return inOwn.div(1000);
  throw new Error(`${line.id}: ${line.quantity.unit} is not ${unit}`);
}

/**
 * Settled price per kWh of an installation: amount / quantity of the newest settlement known so far, with the standing charges that
 * its bill has beside the energy.
 */
function settledPrice(settlements, supply) {
  const newest = settlements.filter((line) => line.supply === supply).at(-1);
  if (newest === undefined) return undefined;
  return newest.charges
    .reduce((total, amount) => total.plus(amount), Big(newest.amount))
    .div(quantityIn(newest, "kWh"));
}

/** An advance counts by its stated quantity, else by its money at the settled price (kWh, rounded to 6 decimals). */
function advanceQuantity(line, settlements) {
  if (line.quantity !== undefined) return line.quantity;
  const price = settledPrice(settlements, line.supply);
  if (price === undefined) return undefined;
  return { value: Big(line.amount).div(price).toFixed(6), unit: "kWh", times: "1" };
}

/** Parts of an advance that no settlement of the installation covers. */
function unsettled(slices, settlements, supply) {
  const own = settlements.filter((line) => line.supply === supply);
  return slices.filter((slice) => {
    const touching = own.find(({ period }) => period[0] <= slice.to && period[1] >= slice.from);
    if (touching === undefined) return true;
    if (touching.period[0] > slice.from || touching.period[1] < slice.to) {
      throw new Error(`${supply}: a settlement that cuts a month is not part of these books`);
    }
    return false;
  });
}

function entry(line, slice, part) {
  const kg = part.measure.times(slice.share).times(part.factor.value);
  return {
    line: line.id,
    company: line.company,
    supplier: line.supplier,
    kind: part.kind,
    scope: part.scope,
    scope3_category: part.scope3_category,
    category: part.category,
    from: slice.from,
    to: slice.to,
    days: slice.days,
    share: slice.share,
    financial_year_end: financialYearEnd(slice.to, line.first_month),
    factor: part.factor,
    kg,
  };
}

/** Entries of a line that counts: one per month and kind. */
function entriesOf(line, settlements, published) {
  const { choices, source } = published;
  const choice = choices[line.category];
  if (choice === undefined) throw new Error(`${line.id}: no factor is chosen for ${line.category}`);
  const period = choice.over_time && line.period !== undefined ? line.period : [line.date, line.date];
  const whole = monthlySlices(...period);
  const slices = line.advance ? unsettled(whole, settlements, line.supply) : whole;
  const spent = choice.spend !== undefined;
  return slices.flatMap((slice) => {
    const year = Number(slice.to.slice(0, 4));
    const factor = factorOf(source, choice.physical ?? choice.spend, year, choice.distance_years);
    const measure = spent ? eurosOf(source, line, factor) : quantityIn(line, choice.physical.unit);
    if (measure === undefined) throw new Error(`${line.id}: neither quantity nor amount counts`);
    const main = { kind: "main", category: line.category, measure, factor, ...choice };
    return [entry(line, slice, main), ...upstreamOf(line, choice, { slice, year, measure, factor, source })];
  });
}

/** Well-to-tank entry beside a fuel, in the unit of its own published row; losses of the grid beside electricity. */
function upstreamOf(line, choice, { slice, year, measure, factor: main, source }) {
  const of = { kind: "upstream", scope: 3, scope3_category: 3 };
  if (choice.losses_of !== undefined) {
    const losses = lossesOf(source, main, choice.losses_of, year);
    return [entry(line, slice, { ...of, category: "energy.upstream.td_losses", measure, factor: losses })];
  }
  if (choice.upstream === undefined) return [];
  const inUnit = choice.upstream.unit === choice.physical.unit ? measure : Big(line.printed_kwh_gross);
  const factor = factorOf(source, choice.upstream, year, choice.distance_years);
  return [entry(line, slice, { ...of, category: "energy.upstream.wtt_fuels", measure: inUnit, factor })];
}

/** A credit note takes the parts of the line that it names, in proportion of the quantity, at most down to zero. */
function creditEntries(credit, credited, entries) {
  if (credit.names !== credited.document) throw new Error(`${credit.id} does not name ${credited.document}`);
  const share = Big(credit.quantity.value).div(credited.quantity.value);
  const reduction = share.gt(1) ? Big(1) : share;
  return entries
    .filter(({ line }) => line === credited.id)
    .map((one) => ({ ...one, line: credit.id, kind: `credit of ${one.kind}`, kg: one.kg.times(reduction).times(-1) }));
}

/** All entries as they stand on a day, and the lines that wait for a person then; `published`: the choices and where they are read. */
export function entriesOn(lines, day, published) {
  const known = lines.map((line) => knownLine(line, day)).filter((line) => line !== undefined);
  const counted = known.filter((line) => !line.waits && !line.left_out && !line.credits);
  const settlements = counted
    .filter(({ settlement }) => settlement)
    .map((line) => ({
      ...line,
      charges: (line.price_with ?? []).map((id) => known.find((one) => one.id === id).amount),
    }));
  const waiting = known.filter(({ waits }) => waits).map(({ id }) => id);
  const entries = counted.flatMap((line) => {
    if (!line.advance) return entriesOf(line, settlements, published);
    const quantity = advanceQuantity(line, settlements);
    if (quantity !== undefined) return entriesOf({ ...line, quantity }, settlements, published);
    waiting.push(line.id);
    return [];
  });
  const credits = known.filter((line) => line.credits && !line.waits);
  for (const credit of credits) {
    const credited = counted.find(({ id }) => id === credit.credits);
    entries.push(...creditEntries(credit, credited, entries));
  }
  for (const one of entries) if (lastDayOfMonth(one.from) < one.to) throw new Error(`${one.line}: over a month`);
  return { entries, waiting };
}
