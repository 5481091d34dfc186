import type { StatedFuelValue } from "../../../core/fuel-value.ts";
import { decimal, decimalSum, decimalText } from "../../../core/quantity.ts";
import { convert, type Unit } from "../../../core/units.ts";
import { daysBetweenReadings } from "../between-readings.ts";
import { FileRefusal } from "../file-errors.ts";
import type { Commodity, CountedQuantity, ParsedDocument, ParsedLine } from "../parsed-document.ts";
import { invoiceLine } from "../lines.ts";
import { partsOfPeriod, type PeriodPart } from "../period-parts.ts";
import { withFuelValues } from "../quantities/fuel-values.ts";
import { ublParty } from "../ubl/party.ts";
import {
  betweenReadings,
  constantOf,
  type Delivered,
  deliveredIn,
  meterFuelValues,
  readingParts,
} from "../ubl/utility-meter.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, dateAt, letterCode, nameAt, textAt } from "../xml/values.ts";

/**
 * OIOUBL code lists utilitystatementtypecode-1.0 and meterreadingtypecode-1.0. Heat in a utility statement comes from a
 * supplier, so it is district heating. Oil, cooling and waste water have no commodity here and yield no line.
 */
const COMMODITY_OF_TYPE: Readonly<Record<string, Commodity>> = {
  electricity: "electricity",
  gas: "natural_gas",
  heating: "district_heating",
  districtheating: "district_heating",
  water: "water",
};

/** The unit in which a commodity is added up, then the ones that are taken when no meter counts in it. */
const UNITS: Readonly<Record<Commodity, readonly Unit[]>> = {
  electricity: ["kWh"],
  natural_gas: ["kWh", "Nm3", "Sm3", "m3"],
  district_heating: ["kWh"],
  water: ["m3"],
  diesel: ["l"],
  petrol: ["l"],
  waste: ["t"],
  energy: ["kWh"],
};

interface Consumption {
  readonly commodity: Commodity;
  readonly quantity: string;
  readonly unit: Unit;
  readonly meter: string | null;
  readonly period_start: string | null;
  readonly period_end: string | null;
  /** What the meters counted from reading to reading; absent: there are no readings between, or they are not all of it. */
  readonly parts?: readonly PeriodPart[];
  /** Heating values and factors between the meter's cubic metres and what they are worth; empty: none are stated. */
  readonly fuel_values: readonly StatedFuelValue[];
}

/**
 * Reads an OIOUBL UtilityStatement: what was consumed per consumption point and period, without money. It specifies its
 * parent invoice, to which it refers, and must be counted instead of that invoice's quantities, never on top.
 * @throws FileRefusal file.no_invoice_data when it states no consumption of a commodity that is accounted for.
 */
export function readUtilityStatement(root: XmlElement): ParsedDocument {
  const type = textAt(root, "UtilityStatementTypeCode");
  const consumptions = all(root, "SubscriberConsumption").flatMap((consumption) => consumptionsOf(consumption, type));
  if (consumptions.length === 0) {
    throw new FileRefusal(
      "file.no_invoice_data",
      "The utility statement holds no metered consumption of electricity, gas, district heating or water.",
    );
  }
  const supplier = ublParty(at(root, "SenderParty")) ?? ublParty(at(root, "SenderParty", "Party"));
  const parent = nameAt(root, "ParentDocumentReference", "ID");
  return {
    format: "oioubl-utilitystatement",
    document_type: "utility_statement",
    supplier,
    invoice_number: nameAt(root, "ID"),
    issue_date: dateAt(root, "IssueDate"),
    currency: letterCode(nameAt(root, "DocumentCurrencyCode"), 3),
    total_excl_vat: null,
    total_incl_vat: null,
    signed_total_excl_vat: null,
    references: parent === null ? [] : [{ kind: "parent_invoice", number: parent }],
    lines: consumptions.map((consumption, index) => lineOf(consumption, index + 1)),
    quantities: consumptions.map((consumption, index) => quantityOf(consumption, index + 1)),
    row_errors: [],
    warnings: [],
    encoding: null,
    delimiter: null,
  };
}

/** An "Onaccount" specification states what is expected to be used, not what was: it is no consumption. */
function consumptionsOf(subscriber: XmlElement, documentType: string | null): Consumption[] {
  if (textAt(subscriber, "SpecificationTypeCode")?.toLowerCase() === "onaccount") return [];
  const consumption = at(subscriber, "Consumption");
  const type = textAt(consumption, "UtilityStatementTypeCode") ?? documentType;
  const main = at(consumption, "MainPeriod");
  const corrections = all(at(consumption, "EnergyWaterSupply"), "EnergyWaterConsumptionCorrection");
  const context = { type, main, corrections };
  return all(subscriber, "UtilityConsumptionPoint").flatMap((point) => pointConsumptions(point, context));
}

interface PointContext {
  readonly type: string | null;
  readonly main: XmlElement | undefined;
  readonly corrections: readonly XmlElement[];
}

function pointConsumptions(point: XmlElement, { type, main, corrections }: PointContext): Consumption[] {
  const byCommodity = new Map<Commodity, XmlElement[]>();
  for (const meter of all(point, "UtilityMeter")) {
    const read = textAt(meter, "MeterReading", "MeterReadingTypeCode");
    const commodity = commodityOf(read) ?? (read === null ? commodityOf(type) : null);
    if (commodity === null) continue;
    const commodityMeters = byCommodity.get(commodity);
    if (commodityMeters === undefined) byCommodity.set(commodity, [meter]);
    else commodityMeters.push(meter);
  }
  const only = commodityOf(type) ?? (byCommodity.size === 1 ? [...byCommodity.keys()][0] : undefined);
  if (byCommodity.size === 0 && only !== undefined) byCommodity.set(only, []);
  const gsrn = nameAt(point, "ID");
  return [...byCommodity].flatMap(([commodity, meters]) => {
    // The point's own total holds all its meters; it says nothing when they count different things.
    const totals = byCommodity.size === 1 ? all(point, "TotalDeliveredQuantity").flatMap(deliveredIn) : [];
    const sum = addUp(commodity, totals) ?? addUp(commodity, meters.flatMap(meterQuantities));
    if (sum === null || decimal(sum.quantity).eq(0)) return [];
    const meter = gsrn ?? nameAt(meters[0], "MeterNumber");
    const fuel_values = commodity === "natural_gas" ? meterFuelValues(meters, corrections) : [];
    const period = periodOf(main, meters);
    return [{ commodity, ...sum, meter, ...period, ...partsOf(period, sum, meters), fuel_values }];
  });
}

function commodityOf(type: string | null): Commodity | null {
  return COMMODITY_OF_TYPE[type?.toLowerCase() ?? ""] ?? null;
}

function meterQuantities(meter: XmlElement): Delivered[] {
  const totals = all(meter, "TotalDeliveredQuantity");
  if (totals.length > 0) return totals.flatMap(deliveredIn);
  const constant = constantOf(meter);
  return all(meter, "MeterReading").flatMap((reading) => {
    const delivered = all(reading, "DeliveredQuantity").flatMap(deliveredIn);
    return delivered.length > 0 ? delivered : (betweenReadings(reading, constant) ?? []);
  });
}

/** Heat meters also count the water that flows through them: only quantities in the commodity's own units are added. */
function addUp(commodity: Commodity, quantities: readonly Delivered[]): { quantity: string; unit: Unit } | null {
  for (const unit of UNITS[commodity]) {
    const values = quantities.flatMap(({ value, unit: from }) => {
      const converted = convert(value, from, unit);
      return converted === null ? [] : [converted];
    });
    if (values.length > 0) {
      return { quantity: decimalText(decimalSum(values)), unit };
    }
  }
  return null;
}

function periodOf(main: XmlElement | undefined, meters: readonly XmlElement[]) {
  const readings = meters.flatMap((meter) => all(meter, "MeterReading"));
  const start = readings.flatMap((reading) => dateAt(reading, "PreviousMeterReadingDate") ?? []).toSorted()[0];
  const end = readings
    .flatMap((reading) => dateAt(reading, "LatestMeterReadingDate") ?? [])
    .toSorted()
    .at(-1);
  const read = start === undefined || end === undefined ? { start, end } : daysBetweenReadings({ start, end });
  return {
    period_start: dateAt(main, "StartDate") ?? read.start ?? null,
    period_end: dateAt(main, "EndDate") ?? read.end ?? null,
  };
}

function partsOf(
  { period_start: start, period_end: end }: ReturnType<typeof periodOf>,
  { quantity, unit }: { readonly quantity: string; readonly unit: Unit },
  meters: readonly XmlElement[],
): Pick<Consumption, "parts"> {
  if (start === null || end === null) return {};
  const parts = partsOfPeriod(readingParts(meters, unit), { start, end }, quantity);
  return parts === null ? {} : { parts };
}

const DESCRIPTIONS: Readonly<Partial<Record<Commodity, string>>> = {
  electricity: "Electricity consumption",
  natural_gas: "Natural gas consumption",
  district_heating: "District heating consumption",
  water: "Water consumption",
};

function lineOf(consumption: Consumption, number: number): ParsedLine {
  const { commodity, quantity, unit, meter, period_start, period_end, fuel_values } = consumption;
  return invoiceLine({
    number,
    kind: "consumption",
    description: DESCRIPTIONS[commodity] ?? commodity,
    quantity,
    unit,
    service_period_start: period_start,
    service_period_end: period_end,
    external_id: meter,
    ...withFuelValues(fuel_values),
  });
}

function quantityOf(consumption: Consumption, number: number): CountedQuantity {
  const { commodity, quantity, unit, meter, period_start, period_end, parts } = consumption;
  return {
    commodity,
    quantity,
    unit,
    meter,
    period_start,
    period_end,
    ...(parts === undefined ? {} : { parts }),
    lines: [number],
    line_quantities: [quantity],
    covered: [],
    grid_only: false,
  };
}
