import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

/** How a company may allocate its district heating to the months of a bill. */
export const HEAT_METHODS = ["days", "degree_days"] as const;

export const monthOfDegreeDays = z.strictObject({
  month: z
    .string()
    .max(7)
    .regex(/^(?:199|20\d)\d-(?:0[1-9]|1[0-2])$/, "must be a month as YYYY-MM, e.g. 2026-01")
    .describe("YYYY-MM"),
  degree_days: z.number().min(0).max(2000).describe("Heating degree days of the month, e.g. 478.5"),
});

/** What a company has stated of the allocation of its district heating; by days while it has stated nothing. */
export const heatAllocation = z.object({
  /** Of the statement; null: nothing was stated. */
  id: z.union([z.uuid(), z.null()]),
  /** How many statements were made; 0: none. */
  version: z.int(),
  method: z.enum(HEAT_METHODS),
  /** Calendar year in which the first financial year by degree days ends; null: none does. */
  from_year: z.union([z.int(), z.null()]),
  /** First month that is allocated by degree days; null: none is. */
  from_month: z.union([z.string(), z.null()]),
  independent_percent: z.number(),
  degree_days: z.array(monthOfDegreeDays),
  source: z.union([z.string(), z.null()]),
  reason: z.union([z.string(), z.null()]),
  set_by: z.union([z.string(), z.null()]),
  set_by_name: z.union([z.string(), z.null()]),
  set_at: z.union([z.iso.datetime(), z.null()]),
});
SCHEMA_NAMES.add(heatAllocation, { name: "HeatAllocation" });

export type HeatAllocationRecord = z.output<typeof heatAllocation>;

/** Of a company that has stated nothing. */
export const BY_DAYS: HeatAllocationRecord = {
  id: null,
  version: 0,
  method: "days",
  from_year: null,
  from_month: null,
  independent_percent: 0,
  degree_days: [],
  source: null,
  reason: null,
  set_by: null,
  set_by_name: null,
  set_at: null,
};

export const EXAMPLE_HEAT_ALLOCATION: HeatAllocationRecord = {
  id: "0198c0de-0000-7000-8000-000000000911",
  version: 1,
  method: "degree_days",
  from_year: 2026,
  from_month: "2026-01",
  independent_percent: 25,
  degree_days: [
    { month: "2026-01", degree_days: 478.5 },
    { month: "2026-02", degree_days: 431 },
  ],
  source: "The heating company, Aarhus",
  reason: "It is settled so",
  set_by: "api_key:0198c0de-0000-7000-8000-000000000003",
  set_by_name: 'Key "ERP export"',
  set_at: "2026-03-05T08:00:00.000000Z",
};
