import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { approvePcfRecord } from "../modules/pcf/approve-pcf-record.ts";
import { submitPcfRecord } from "../modules/pcf/submit-pcf-record.ts";

const COMMON = {
  specVersion: "3.0.3",
  status: "Active",
  comment: "Demonstration data: company, product and figures are made up.",
} as const;

const PERIOD = {
  declaredUnitAmount: "1",
  referencePeriodStart: "2025-01-01T00:00:00Z",
  referencePeriodEnd: "2026-01-01T00:00:00Z",
  geographyCountry: "DK",
  ipccCharacterizationFactors: ["AR6"],
  crossSectoralStandards: ["ISO14067", "PACT-3.0"],
  exemptedEmissionsPercent: "0.5",
  packagingEmissionsIncluded: false,
} as const;

/** Two footprints that are in use and one that waits for approval; all of them made up. */
const FOOTPRINTS = [
  {
    is_approved: true,
    pact: {
      ...COMMON,
      id: "5b0d6a5e-6f0a-4a53-9f0e-0d8f3c1a7e01",
      created: "2026-02-09T08:00:00Z",
      companyName: "Skovens Trælast A/S",
      companyIds: ["urn:company:cvr:17320508"],
      productDescription: "Egetræ, planker 32 mm, ovntørret (oak planks, kiln dried)",
      productIds: ["urn:product:skovens-traelast:eg-32"],
      productNameCompany: "Egeplanke 32 mm",
      pcf: {
        ...PERIOD,
        declaredUnitOfMeasurement: "cubic meter",
        productMassPerDeclaredUnit: "690",
        pcfExcludingBiogenicUptake: "118.4",
        pcfIncludingBiogenicUptake: "-1146.6",
        fossilGhgEmissions: "112.9",
        fossilCarbonContent: "0",
        biogenicCO2Uptake: "-1265.0",
        primaryDataShare: "62.5",
      },
    },
  },
  {
    is_approved: true,
    pact: {
      ...COMMON,
      id: "5b0d6a5e-6f0a-4a53-9f0e-0d8f3c1a7e02",
      created: "2026-02-09T08:00:00Z",
      companyName: "Skovens Trælast A/S",
      companyIds: ["urn:company:cvr:17320508"],
      productDescription: "Birkefiner 18 mm, plade 1525 x 1525 mm (birch plywood)",
      productIds: ["urn:product:skovens-traelast:bf-18"],
      productNameCompany: "Birkefiner 18 mm",
      pcf: {
        ...PERIOD,
        declaredUnitOfMeasurement: "piece",
        productMassPerDeclaredUnit: "28.5",
        pcfExcludingBiogenicUptake: "23.7",
        pcfIncludingBiogenicUptake: "-24.1",
        fossilGhgEmissions: "22.8",
        fossilCarbonContent: "0.9",
        biogenicCO2Uptake: "-47.8",
        primaryDataShare: "41",
      },
    },
  },
  {
    is_approved: false,
    pact: {
      ...COMMON,
      id: "5b0d6a5e-6f0a-4a53-9f0e-0d8f3c1a7e03",
      created: "2026-05-18T08:00:00Z",
      companyName: "Kystens Farve & Lak A/S",
      companyIds: ["urn:company:cvr:26457513"],
      productDescription: "Lak, vandbaseret (water-based varnish)",
      productIds: ["urn:product:kystens-farve:lak-v20"],
      productNameCompany: "Lak V20",
      pcf: {
        ...PERIOD,
        declaredUnitOfMeasurement: "liter",
        productMassPerDeclaredUnit: "1.04",
        pcfExcludingBiogenicUptake: "2.31",
        pcfIncludingBiogenicUptake: "2.25",
        fossilGhgEmissions: "2.27",
        fossilCarbonContent: "0.21",
      },
    },
  },
] as const;

const submitted = z.object({ id: z.uuid(), status: z.string() });

/** Submits the demo company's product footprints in the context's environment and approves what is in use; safe to repeat. */
export async function loadPcfRecords(ctx: Context): Promise<void> {
  for (const { pact, is_approved } of FOOTPRINTS) {
    const { id, status } = submitted.parse(await invoke(submitPcfRecord, ctx, { pact }));
    if (is_approved && status === "submitted") await invoke(approvePcfRecord, ctx, { id });
  }
}
