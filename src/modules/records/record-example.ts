import type { RecordedActivity } from "./record-view.ts";

const OUTPUT: RecordedActivity = {
  is_dry_run: false,
  activity_id: "0198c0de-0000-7000-8000-000000000004",
  document_id: "0198c0de-0000-7000-8000-000000000005",
  category_id: "transport.travel.private_car",
  transaction_date: "2026-09-30",
  co2e_market_based_kg: 207.39,
  co2e_location_based_kg: 207.39,
  entries: [
    {
      id: "0198c0de-0000-7000-8000-000000000001",
      scope: "3",
      scope3_category: 6,
      category_id: "transport.travel.private_car",
      co2e_market_based_kg: 207.39,
      co2e_location_based_kg: 207.39,
      calculation_method: "distance_based",
      data_quality_score: 3,
      formula: "1240 km x 0.16725 kg CO2e/km = 207.39 kg CO2e",
      formula_parts: [
        { code: "calculation", parameters: { expression: "1240 km x 0.16725 kg CO2e/km = 207.39 kg CO2e" } },
      ],
      factor_key: "travel.car.avg.unknown.km",
      factor_source: "UK Government GHG Conversion Factors for Company Reporting 2025 v1 (DESNZ)",
      factor_year: 2025,
      conversions: [],
    },
  ],
  evidence: [],
  covers: null,
  warnings: [
    {
      code: "no_evidence",
      message: "No evidence is kept with this record: only the reason says where the figure comes from.",
      activity_id: null,
    },
  ],
};

/** A month of mileage allowance. */
export const EXAMPLE_RECORD = {
  input: {
    category_id: "transport.travel.private_car",
    description: "Kilometerpenge september, sælgere",
    quantity: 1240,
    unit: "km",
    service_period_start: "2026-09-01",
    service_period_end: "2026-09-30",
    reason: "Driving log of the payroll system",
  },
  output: OUTPUT,
};
