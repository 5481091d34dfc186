import type { StatedFuelValue } from "../../../core/fuel-value.ts";
import { decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { convert, parseUnit, type Unit } from "../../../core/units.ts";
import type { PeriodPart } from "../period-parts.ts";
import { distinctFuelValues, fuelValuesIn } from "../quantities/fuel-values.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, dateAt, decimalAt, decimalOf, nameAt, textAt, textOf } from "../xml/values.ts";
import { propertyTexts } from "./item-properties.ts";

/** What a meter delivered, decimal text. */
export interface Delivered {
  readonly value: string;
  readonly unit: Unit;
}

/** A quantity element with a unit that this service knows. */
export function deliveredIn(element: XmlElement): Delivered[] {
  const unit = parseUnit(element.attributes["unitCode"] ?? "");
  const value = decimalOf(textOf(element));
  return unit === null || value === null ? [] : [{ value, unit }];
}

/** The factor of a meter's readings (UBL 2.1, Utility Meter. Meter Constant); null: it states none, or none above zero. */
export function constantOf(meter: XmlElement): string | null {
  const constant = decimalAt(meter, "MeterConstant");
  return constant === null || decimal(constant).lte(0) ? null : constant;
}

/**
 * What was delivered between two readings of which the statement gives no difference, times the meter's constant; null: one of them
 * is missing, their units differ, or the later one is smaller because the meter was changed or began anew.
 */
export function betweenReadings(reading: XmlElement, constant: string | null): Delivered | null {
  const [previous] = all(reading, "PreviousMeterQuantity").flatMap(deliveredIn);
  const [latest] = all(reading, "LatestMeterQuantity").flatMap(deliveredIn);
  if (previous === undefined || latest === undefined || previous.unit !== latest.unit) return null;
  const difference = decimal(latest.value).minus(previous.value);
  if (difference.lt(0)) return null;
  return { value: decimalText(difference.times(constant ?? "1")), unit: latest.unit };
}

/** What meters counted from one dated reading to the next, in a unit; readings without days or in no such unit are left out. */
export function readingParts(meters: readonly XmlElement[], unit: Unit): PeriodPart[] {
  return meters.flatMap((meter) => {
    const constant = constantOf(meter);
    return all(meter, "MeterReading").flatMap((reading): PeriodPart[] => {
      const start = dateAt(reading, "PreviousMeterReadingDate");
      const end = dateAt(reading, "LatestMeterReadingDate");
      const stated = all(reading, "DeliveredQuantity").flatMap(deliveredIn);
      const delivered = stated.length > 0 ? stated : [betweenReadings(reading, constant)].flatMap((one) => one ?? []);
      const quantities = delivered.flatMap((one) => convert(one.value, one.unit, unit) ?? []);
      if (start === null || end === null || quantities.length === 0) return [];
      return [{ start, end, quantity: decimalText(decimalSum(quantities)) }];
    });
  });
}

/**
 * Heating values and correction factors of gas meters: the properties of a meter (Meter Property), the comments on its readings,
 * and the corrections of the supply that name this meter or none (Energy Water Consumption Correction), each with its label.
 */
export function meterFuelValues(meters: readonly XmlElement[], corrections: readonly XmlElement[]): StatedFuelValue[] {
  const numbers = meters.flatMap((meter) => nameAt(meter, "MeterNumber") ?? []);
  const own = corrections.filter((correction) => {
    const number = nameAt(correction, "MeterNumber");
    return number === null || numbers.includes(number);
  });
  const comments = meters.flatMap((meter) =>
    all(meter, "MeterReading").flatMap((reading) => all(reading, "MeterReadingComments").flatMap(textIn)),
  );
  return distinctFuelValues([
    ...meters
      .flatMap((meter) => propertyTexts(all(meter, "MeterProperty")))
      .flatMap((text) => fuelValuesIn(text, "meter")),
    ...[...comments, ...own.map(correctionText)].flatMap((text) => fuelValuesIn(text, "note")),
  ]);
}

const textIn = (element: XmlElement): string[] => {
  const text = textOf(element);
  return text === null ? [] : [text];
};

/** "Korrektionsfaktor: 1,0123": its type stands before the words that hold its value. */
function correctionText(correction: XmlElement): string {
  return [textAt(correction, "CorrectionType"), ...all(correction, "Description").flatMap(textIn)]
    .filter((text) => text !== null)
    .join(": ");
}
