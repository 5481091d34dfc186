import type { ReportInputRow } from "../../src/modules/reports/datapoints/report-input.ts";
import type { Snapshot } from "../../src/modules/reports/snapshot/snapshot.ts";
import type { ScopeFacts } from "../../src/modules/emissions/index.ts";
import { answer, reportSnapshot, scopeRow } from "./report-snapshots.ts";

/** One kind of entries of a year, all in one month's place or in several. */
interface Booked extends Partial<ScopeFacts> {
  readonly scope: 1 | 2 | 3;
  readonly category_key: string;
  readonly kg: string;
  readonly months: readonly number[];
  readonly method: string;
}

/** A snapshot whose sums by scope, month, year, category and method are those of the same entries. */
function booked(entries: readonly Booked[], inputs: readonly ReportInputRow[] = []): Snapshot {
  const sums = ({ scope, kg }: Booked) => ({ scope, market_based_kg: kg, location_based_kg: kg });
  const months = entries.flatMap((entry) =>
    entry.months.map((month, index) => ({ month, ...sums({ ...entry, kg: index === 0 ? entry.kg : "0" }) })),
  );
  const mask = (entry: Booked) => entry.months.reduce((bits, month) => bits | (1 << (month - 1)), 0);
  return reportSnapshot(
    {
      scopes: entries.map(({ scope, kg, scope3_category = null, ...entry }) =>
        scopeRow({
          scope,
          scope3_category,
          market_based_kg: kg,
          weight_kg: kg.replace("-", ""),
          quality_weighted_kg: kg.replace("-", ""),
          primary_kg: "0",
          entry_count: entry.months.length,
        }),
      ),
      months,
      years: entries.map((entry) => ({ year: 2025, ...sums(entry), month_mask: mask(entry) })),
      categories: entries.map((entry) => ({
        category_key: entry.category_key,
        ...sums(entry),
        entry_count: entry.months.length,
      })),
      methods: entries.map((entry) => ({
        scope: entry.scope,
        calculation_method: entry.method,
        market_based_kg: entry.kg,
        weight_kg: entry.kg.replace("-", ""),
        entry_count: entry.months.length,
      })),
      months_with_data: new Set(entries.flatMap((entry) => entry.months)).size,
      biogenic_entry_count: 0,
    },
    { inputs: [REGISTRATION, ...inputs], category_names: NAMES },
  );
}

const REGISTRATION = answer("RegistrationNumber", "29189846");
const NAMES = {
  "services.telecom": { da: "Telefon og internet", en: "Telephone and internet" },
  "transport.travel.flight_short": { da: "Fly, kort distance", en: "Flights, short haul" },
  "transport.freight.rail": { da: "Vejgods", en: "Road freight" },
  "energy.electricity.grid_dk": { da: "El fra nettet", en: "Grid electricity" },
  "transport.own.diesel": { da: "Diesel til køretøjer", en: "Diesel for vehicles" },
};

const PHONE = {
  scope: 3,
  scope3_category: 1,
  category_key: "services.telecom",
  kg: "31.2",
  months: [11],
  method: "spend_based",
} as const;

/** A company of which the ledger has one phone bill. */
export function phoneBill(inputs: readonly ReportInputRow[] = []): Snapshot {
  return booked([PHONE], inputs);
}

const EVERY_MONTH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** A company whose credit notes are larger than its purchases. */
export function creditNotes(): Snapshot {
  const travel = { scope: 3, scope3_category: 6, category_key: "transport.travel.flight_short" } as const;
  const freight = { scope: 3, scope3_category: 4, category_key: "transport.freight.rail" } as const;
  return booked([
    { ...travel, kg: "22900", months: EVERY_MONTH, method: "spend_based" },
    { ...freight, kg: "-72000", months: EVERY_MONTH, method: "spend_based" },
  ]);
}

/** A company of which the ledger has every scope, in November and December only. */
export function twoMonths(inputs: readonly ReportInputRow[] = []): Snapshot {
  const fuel = { scope: 1, category_key: "transport.own.diesel", kg: "3215", method: "fuel_based" } as const;
  const power = { scope: 2, category_key: "energy.electricity.grid_dk", kg: "7029", method: "average_data" } as const;
  return booked(
    [fuel, power, { ...PHONE, kg: "10773" }].map((one) => ({ ...one, months: [11, 12] })),
    inputs,
  );
}

/** A company that has answered and has nothing in its ledger. */
export function answersOnly(inputs: readonly ReportInputRow[] = []): Snapshot {
  return booked([], [answer("NumberOfEmployees", 16), answer("Turnover", 14_800_000), ...inputs]);
}
