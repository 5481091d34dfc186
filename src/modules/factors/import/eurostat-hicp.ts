import { z } from "zod";
import { unreadableFile } from "../../../core/errors.ts";
import { isDecimalText } from "../../../core/quantity.ts";
import type { SourcedIndex } from "../catalog-tables.ts";
import { yearRows } from "./annual-means.ts";
import type { ParsedRows } from "./parsed-rows.ts";

/** Positions of the members of a dimension, as JSON-stat 2.0 gives them: by code, or codes in order. */
const positions = z.union([z.record(z.string(), z.number().int().nonnegative()), z.array(z.string())]);
const dimension = z.looseObject({ category: z.looseObject({ index: positions }) });
/** Values by position: sparse as an object, dense as an array. */
const values = z.union([z.record(z.string(), z.number().nullable()), z.array(z.number().nullable())]);

const dataset = z.looseObject({
  class: z.literal("dataset"),
  id: z.array(z.string()).max(20),
  size: z.array(z.number().int().nonnegative()).max(20),
  value: values,
  dimension: z.record(z.string(), dimension),
});
type Dataset = z.output<typeof dataset>;

/** What the figures must be: the all-items index of the euro area by month, 2015 = 100. */
const SUBJECT = { freq: "M", unit: "I15", coicop18: "TOTAL", geo: "EA" } as const;

const SERIES = {
  region: "EA",
  series: "HICP all items",
  source: "Eurostat, HICP (prc_hicp_minr: EA, TOTAL, I15, 2015=100), mean of the twelve months",
  source_url: "https://ec.europa.eu/eurostat/databrowser/view/prc_hicp_minr",
  licence: "CC-BY-4.0",
} as const;

/**
 * Reads Eurostat's Harmonised Index of Consumer Prices (prc_hicp_minr, JSON-stat 2.0 of one series by month) as levels of years, which
 * are the means of their twelve months. One row read is one year; a year without twelve months is skipped.
 * @throws ServiceError request.validation_failed when the file has another form, or is another index
 */
export function importHicp(text: string): ParsedRows<SourcedIndex> {
  const parsed = dataset.safeParse(jsonOf(text)).data;
  if (parsed === undefined) throw unreadableFile("not_json_stat", "the file is not a JSON-stat 2.0 dataset");
  return yearRows(monthlyLevels(parsed), () => SERIES);
}

/** Every other dimension has one member, so the position along time is the position of the value. */
function monthlyLevels({ id, size, value, dimension: dimensions }: Dataset): Map<string, string> {
  for (const [name, code] of Object.entries(SUBJECT)) {
    const codes = codesOf(dimensions[name]);
    if (codes.length !== 1 || codes[0] !== code) {
      const stated = codes.slice(0, 5).join(", ");
      throw unreadableFile("another_index", `${name} must be ${code} alone, the file has ${stated || "none"}`);
    }
  }
  const months = codesOf(dimensions["time"]);
  const others = size.filter((_, position) => id[position] !== "time");
  if (id.length !== size.length || others.some((members) => members !== 1) || months.length === 0) {
    throw unreadableFile("no_figures", "the file has no figures by month of one series");
  }
  const levels = new Map<string, string>();
  for (const [position, month] of months.entries()) {
    const level = Array.isArray(value) ? value[position] : value[String(position)];
    if (level == null) continue;
    const figure = String(level);
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month) || !isDecimalText(figure) || level <= 0) {
      throw unreadableFile("bad_figure", `${month} is no month, or its figure no level`);
    }
    levels.set(month, figure);
  }
  return levels;
}

/** Codes in the order of their positions. */
function codesOf(stated: z.output<typeof dimension> | undefined): readonly string[] {
  const index = stated?.category.index ?? [];
  if (Array.isArray(index)) return index;
  const placed = Object.entries(index).toSorted(([, one], [, other]) => one - other);
  // A gap would move every later figure to another month.
  return placed.every(([, position], expected) => position === expected) ? placed.map(([code]) => code) : [];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
