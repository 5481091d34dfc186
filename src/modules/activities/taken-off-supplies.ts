import { type Decimal, decimal } from "../../core/quantity.ts";
import { isInWordsOf } from "./credit-shares.ts";
import { isSamePlace } from "./net-measured.ts";
import { portions } from "./portions.ts";
import type { CurrentActivityRow } from "./store.ts";
import type { TakenOff } from "./store-taken-off.ts";

/**
 * What credit notes take off, by supply. One that names none of the supplies of its document is about the only one of it; of several it
 * takes off those of the lines with its very words, where so much is left of them, or else all of them, in proportion to what is left of
 * each, as it is counted. Pure.
 * @param taken the earlier first
 * @param billed all lines of the documents that are taken back
 */
export function bySupply(taken: readonly TakenOff[], billed: readonly CurrentActivityRow[]): TakenOff[] {
  const left = new Map(billed.map((line) => [line.id, decimal(line.split_quantity ?? "0")]));
  const leftOf = ({ id }: CurrentActivityRow): Decimal => left.get(id) ?? decimal("0");
  return taken.flatMap((one) => {
    const ofDocument = billed.filter(({ document_id }) => document_id === one.document_id);
    const supplies = new Set(ofDocument.flatMap(({ supply_id }) => supply_id ?? []));
    const isKnown = one.is_supply_stated || (one.supply_id !== null && supplies.has(one.supply_id));
    const known = isKnown || supplies.size !== 1 ? one : { ...one, supply_id: [...supplies][0] ?? null };
    const places = ofDocument.filter(
      (line) => isSamePlace(known, line) && isCounted(line, known) && leftOf(line).gt(0),
    );
    const own = isKnown ? places.filter(({ supply_id }) => supply_id === known.supply_id) : places;
    const chosen = chosenOf(known, own, leftOf);
    const { split_quantity } = known;
    if (split_quantity === null || chosen.length === 0) return [known];
    const parts = portions(split_quantity, chosen.map(leftOf));
    for (const [index, line] of chosen.entries()) left.set(line.id, leftOf(line).plus(parts[index] ?? "0"));
    if (isKnown || supplies.size === 1) return [known];
    return chosen.map((line, index) => ({
      ...known,
      supply_id: line.supply_id,
      split_quantity: parts[index] ?? null,
    }));
  });
}

function isCounted({ status, split_unit }: CurrentActivityRow, one: TakenOff): boolean {
  return status === "classified" && split_unit === one.split_unit;
}

function chosenOf(
  one: TakenOff,
  places: readonly CurrentActivityRow[],
  leftOf: (line: CurrentActivityRow) => Decimal,
): readonly CurrentActivityRow[] {
  const worded = places.filter((line) => isInWordsOf(line, one));
  const inWords = worded.reduce((sum, line) => sum.plus(leftOf(line)), decimal(one.split_quantity ?? "0"));
  return worded.length > 0 && inWords.gte(0) ? worded : places;
}
