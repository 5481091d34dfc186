import { type Column, type ColumnField, type ColumnMap, normaliseHeading } from "../csv/columns.ts";

const FIELDS = ["point", "from", "to", "quantity", "unit", "quality", "type_code", "type_name"] as const;
type MeterField = (typeof FIELDS)[number];

/** Headings of the exports of Eloverblik, compared after `normaliseHeading`. */
const HEADINGS: Readonly<Record<MeterField, string>> = {
  point: "målepunktsid|målepunkt id|målepunktid|målepunkts id|metering point id|metering point",
  from: "fra dato|fra|from date|from",
  to: "til dato|til|to date|to",
  quantity: "mængde|volume|quantity",
  unit: "måleenhed|enhed|unit|measurement unit|measure unit|unit of measure",
  quality: "kvalitet|quality",
  type_code: "målepunktstype kode|metering point type code",
  type_name: "målepunktstype|metering point type",
};

/** Where each field of a meter export stands; quality and type may be missing. */
export type MeterColumns = Readonly<Record<"point" | "from" | "to" | "quantity" | "unit", number>> &
  Readonly<Record<"quality" | "type_code" | "type_name", number | null>>;

/** What the columns of an export hold, in the terms of tables. */
export function knownColumns({ from, to, quantity, unit }: MeterColumns): ColumnMap {
  const column = (index: number): Column => ({ index, currency: null, unit: null });
  const known: [ColumnField, number][] = [
    ["period_start", from],
    ["period_end", to],
    ["quantity", quantity],
    ["unit", unit],
  ];
  return new Map(known.map(([field, index]) => [field, column(index)]));
}

/** Rows above the header that are looked at. */
const HEADER_ROWS_MAX = 20;

export interface MeterHeader {
  readonly row: number;
  readonly columns: MeterColumns;
}

/** The header of readings by metering point and period; null: the table is something else. */
export function meterHeader(records: readonly (readonly string[])[]): MeterHeader | null {
  for (const [row, cells] of records.slice(0, HEADER_ROWS_MAX).entries()) {
    const columns = meterColumns(cells);
    if (columns !== null) return { row, columns };
  }
  return null;
}

function meterColumns(cells: readonly string[]): MeterColumns | null {
  const headings = cells.slice(0, 100).map((cell) => normaliseHeading(cell.slice(0, 60)));
  const at = (field: MeterField): number | null => {
    for (const name of HEADINGS[field].split("|")) {
      const index = headings.indexOf(name);
      if (index !== -1) return index;
    }
    return null;
  };
  const [point, from, to, quantity, unit] = [at("point"), at("from"), at("to"), at("quantity"), at("unit")];
  if (point === null || from === null || to === null || quantity === null || unit === null) return null;
  return {
    point,
    from,
    to,
    quantity,
    unit,
    quality: at("quality"),
    type_code: at("type_code"),
    type_name: at("type_name"),
  };
}
