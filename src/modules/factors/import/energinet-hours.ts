import { z } from "zod";
import { unreadableFile } from "../../../core/errors.ts";
import { PRICE_AREAS, type PriceArea } from "../../../core/gsrn.ts";

/** The dataset of Energi Data Service that is read; its predecessor DeclarationEmissionHour is no longer served. */
const DATASET = "DeclarationGridEmission";
/** Share of fuel of combined heat and power that electricity bears, as in Energinet's environmental declaration. */
const METHOD = "125%";
const RECORDS_MAX = 400_000;
/** Lignite burnt in an old plant emits about 1,100 g per kWh: above this the figure is not in g. */
const HOUR_MAX_G = 1_500;

const hourText = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):00:00(\.0+)?$/);
const record = z.looseObject({
  HourUTC: hourText,
  HourDK: hourText,
  PriceArea: z.enum(PRICE_AREAS),
  FuelAllocationMethod: z.string(),
  Edition: z.union([z.string().max(60), z.null()]).optional(),
  CO2PerkWh: z.union([z.number(), z.null()]),
});
const answer = z.looseObject({
  total: z.int().nonnegative().optional(),
  dataset: z.string().optional(),
  records: z.array(z.unknown()).max(RECORDS_MAX),
});

/** The hours of a month of Danish time in a price area, as the publisher has them so far. */
export interface DeclaredMonth {
  readonly area: PriceArea;
  /** YYYY-MM. */
  readonly month: string;
  /** g CO2 per kWh by hour; hours without a figure are absent. */
  readonly hours: readonly number[];
  /** Whether the publisher calls any of them preliminary. */
  readonly is_preliminary: boolean;
  /** Why its figures cannot be used; null: nothing speaks against them. */
  readonly fault: string | null;
}

/**
 * Reads an answer of Energi Data Service to DeclarationGridEmission (JSON), by the method 125 %: months of Danish time in the order of area
 * and month. Both areas and any number of months may be there.
 * @throws ServiceError request.validation_failed when it is of another form, dataset or method, or not all that was asked for
 */
export function declaredMonths(text: string): readonly DeclaredMonth[] {
  const { dataset, total, records } = answerOf(text);
  if (dataset !== undefined && dataset.toLowerCase() !== DATASET.toLowerCase()) {
    throw unreadableFile("another_dataset", `the file is of ${dataset.slice(0, 60)}, not of ${DATASET}`);
  }
  if (total !== undefined && total > records.length) {
    throw unreadableFile("not_whole", `the file has ${records.length} of ${total} rows: ask with limit=0`);
  }
  const months = new Map<
    string,
    { readonly hours: Map<string, number>; isPreliminary: boolean; fault: string | null }
  >();
  for (const [index, row] of records.entries()) {
    const { HourUTC, HourDK, PriceArea, CO2PerkWh, Edition } = recordOf(row, index);
    const key = `${PriceArea} ${HourDK.slice(0, 7)}`;
    const month = months.get(key) ?? { hours: new Map<string, number>(), isPreliminary: false, fault: null };
    months.set(key, month);
    if (/^(?:prelim|foreløbig)/i.test(Edition ?? "")) month.isPreliminary = true;
    if (CO2PerkWh === null) continue;
    if (CO2PerkWh < 0 || CO2PerkWh > HOUR_MAX_G) month.fault ??= `${HourUTC} has ${CO2PerkWh} g CO2 per kWh`;
    else if ((month.hours.get(HourUTC) ?? CO2PerkWh) !== CO2PerkWh) month.fault ??= `${HourUTC} has two figures`;
    month.hours.set(HourUTC, CO2PerkWh);
  }
  return [...months]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { hours, isPreliminary, fault }]) => ({
      area: key.startsWith("DK1") ? "DK1" : "DK2",
      month: key.slice(4),
      hours: [...hours.values()],
      is_preliminary: isPreliminary,
      fault,
    }));
}

function answerOf(text: string): z.output<typeof answer> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    parsed = undefined;
  }
  const found = answer.safeParse(parsed).data;
  if (found === undefined)
    throw unreadableFile("not_energi_data_service", "the file is no answer of Energi Data Service");
  return found;
}

function recordOf(row: unknown, index: number): z.output<typeof record> {
  const found = record.safeParse(row).data;
  if (found === undefined) {
    const columns = Object.keys(record.shape).join(", ");
    throw unreadableFile("another_form", `row ${index + 1} is not of the columns ${columns}, of DK1 or DK2`);
  }
  if (found.FuelAllocationMethod !== METHOD) {
    const stated = found.FuelAllocationMethod.slice(0, 20);
    throw unreadableFile("another_method", `row ${index + 1} is by the method ${stated}, not by ${METHOD}`);
  }
  return found;
}
