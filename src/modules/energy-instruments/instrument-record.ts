import { z } from "zod";
import type { Catalog } from "../../core/catalog.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { type ResidualMixChoice, residualMixOf } from "../emissions/index.ts";
import { type Cancellation, CERTIFICATES, INSTRUMENT_KINDS, TECHNOLOGIES } from "./instrument-facts.ts";
import { notAllocatable, warningsOf } from "./instrument-standing.ts";
import { CRITERIA, JUDGEMENTS, qualityCriteria } from "./quality-criteria.ts";
import { lastDayToCancel, vintageOf } from "./served-period.ts";
import type { InstrumentRow } from "./store.ts";

const textOrNull = z.union([z.string(), z.null()]);
const dayOrNull = z.union([z.iso.date(), z.null()]);
const notice = z.object({ code: z.string(), detail: z.string() });

const instrumentVersion = z.object({
  version: z.int(),
  is_withdrawn: z.boolean(),
  changed: z.array(z.string()).describe("What differs from the version before; empty for the first"),
  reason: textOrNull.describe("Null for the first version"),
  stated_by: z.string(),
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});

/** An energy contract or certificate, as its newest version has it. */
export const instrumentRecord = z.object({
  id: z.uuid(),
  kind: z.enum(INSTRUMENT_KINDS),
  version: z.int(),
  name: z.string(),
  market: z.string(),
  origin_country: z.string(),
  technology: z.enum(TECHNOLOGIES),
  kg_co2e_per_kwh: z.number(),
  mwh: z.number(),
  period_from: z.iso.date(),
  period_to: z.iso.date(),
  /** Calendar year of generation; null: it is no certificate. */
  vintage: z.union([z.int(), z.null()]),
  supplier_name: textOrNull,
  supplier_identifier: textOrNull,
  registry: textOrNull,
  number_ranges: z.array(z.object({ from: z.string(), to: z.string() })),
  expires_on: dayOrNull,
  /** Last day on which its certificates can be cancelled, as stated or by Directive (EU) 2018/2001; null: not known. */
  last_day_to_cancel: dayOrNull,
  certificates: z.enum(CERTIFICATES),
  cancellation: z.union([
    z.object({
      date: z.iso.date(),
      beneficiary: z.string(),
      is_for_company: z.boolean(),
      statement_number: textOrNull,
      consumption_from: dayOrNull,
      consumption_to: dayOrNull,
    }),
    z.null(),
  ]),
  /** First and last day of the consumption that it is used for. */
  serves_from: z.iso.date(),
  serves_to: z.iso.date(),
  is_withdrawn: z.boolean(),
  is_allocatable: z.boolean(),
  not_allocatable_because: z.array(notice),
  warnings: z.array(notice),
  quality_criteria: z.array(
    z.object({ criterion: z.enum(CRITERIA), judgement: z.enum(JUDGEMENTS), because: z.string() }),
  ),
  evidence: z.array(z.object({ file_id: z.uuid(), name: z.string(), sha256: z.string() })),
  note: z.string(),
  created_at: z.iso.datetime(),
  versions: z.array(instrumentVersion).describe("The last ones, newest first; only of one instrument").optional(),
});
SCHEMA_NAMES.add(instrumentRecord, { name: "EnergyInstrument" });
export type InstrumentRecord = z.output<typeof instrumentRecord>;

/** By what it is told whether the residual mix of a market is in force. */
export interface MixTables {
  readonly catalog: Catalog;
  readonly choice: ResidualMixChoice;
}

/** An instrument as clients see it, with what can be said of it; figures as stated, not rounded. */
export function toInstrumentRecord(row: InstrumentRow, { catalog, choice }: MixTables): InstrumentRecord {
  const { facts, is_withdrawn } = row;
  const { evidence, number_ranges, cancellation, kg_co2e_per_kwh, mwh, ...rest } = facts;
  const reasons = notAllocatable(facts, is_withdrawn);
  const year = Number(row.serves_from.slice(0, 4));
  const mix = residualMixOf(catalog, choice, { country: facts.market, year });
  return {
    id: row.id,
    ...rest,
    version: row.version,
    kg_co2e_per_kwh: Number(kg_co2e_per_kwh),
    mwh: Number(mwh),
    vintage: vintageOf(facts),
    number_ranges: [...number_ranges],
    last_day_to_cancel: lastDayToCancel(facts),
    cancellation: cancellation === null ? null : toldCancellation(cancellation),
    serves_from: row.serves_from,
    serves_to: row.serves_to,
    is_withdrawn,
    is_allocatable: reasons.length === 0,
    not_allocatable_because: reasons,
    warnings: warningsOf(facts),
    quality_criteria: qualityCriteria(facts, mix.kind === "found" && mix.factor.valid_year === year),
    evidence: [...evidence],
    created_at: row.created_at,
  };
}

function toldCancellation({ date, beneficiary, is_for_company, ...more }: Cancellation) {
  const { statement_number = null, consumption_from = null, consumption_to = null } = more;
  return { date, beneficiary, is_for_company, statement_number, consumption_from, consumption_to };
}

export const EXAMPLE_INSTRUMENT: InstrumentRecord = {
  id: "0198c0de-0000-7000-8000-000000000081",
  kind: "contract",
  version: 1,
  name: "Vindmøllepark Nord",
  market: "DK",
  origin_country: "DK",
  technology: "wind",
  kg_co2e_per_kwh: 0,
  mwh: 20,
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  vintage: null,
  supplier_name: "Nordstrøm A/S",
  supplier_identifier: null,
  registry: null,
  number_ranges: [],
  expires_on: null,
  last_day_to_cancel: null,
  certificates: "not_stated",
  cancellation: {
    date: "2026-02-10",
    beneficiary: "Eksempel A/S",
    is_for_company: true,
    statement_number: null,
    consumption_from: null,
    consumption_to: null,
  },
  serves_from: "2025-01-01",
  serves_to: "2025-12-31",
  is_withdrawn: false,
  is_allocatable: true,
  not_allocatable_because: [],
  warnings: [],
  quality_criteria: [
    { criterion: "emission_rate", judgement: "met", because: "0 kg CO2e per kWh is stated" },
    { criterion: "only_claim", judgement: "unknown", because: "no certificate numbers are stated" },
    { criterion: "cancelled_for_company", judgement: "met", because: "cancelled on 2026-02-10" },
    { criterion: "close_in_time", judgement: "met", because: "its electricity is used in the period of delivery" },
    { criterion: "same_market", judgement: "met", because: "generated in DK, used in DK" },
    { criterion: "supplier_rate", judgement: "not_applicable", because: "it is not a product of a supplier" },
    { criterion: "all_transferred", judgement: "met", because: "cancelled on 2026-02-10" },
    {
      criterion: "residual_mix",
      judgement: "not_met",
      because: "no residual mix is in force: the average of the grid stands in",
    },
  ],
  evidence: [],
  note: "Contract of 12 January 2025, with the cancellation of 10 February 2026",
  created_at: "2026-02-12T08:00:00.000000Z",
  versions: [
    {
      version: 1,
      is_withdrawn: false,
      changed: [],
      reason: null,
      stated_by: "api_key:0198c0de-0000-7000-8000-000000000011",
      stated_by_name: 'Key "ERP export"',
      created_at: "2026-02-12T08:00:00.000000Z",
    },
  ],
};
