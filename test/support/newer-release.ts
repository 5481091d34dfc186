import type { SystemDb } from "../../src/core/context.ts";
import { loadCatalogTables } from "../../src/modules/factors/index.ts";
import { shippedTables } from "./catalog.ts";

/** The tables of a later version of the product, whose release 2027.1 has another figure for Danish electricity of 2025. */
export async function laterTables(name: string): Promise<string> {
  const text = await shippedTables(name);
  if (name === "factor-releases.csv") return `${text.trimEnd()}\n${RELEASE}\n`;
  return name === "factors/ember.csv" ? `${text.trimEnd()}\n${ROW}\n` : text;
}

/** 0.064 kg CO2e/kWh of generation alone, in place of 0.123 over the life cycle. */
const ROW =
  "electricity.dk.flow_traced.2025.kwh,Electricity of Denmark,El i Danmark,2,,kWh,0.064,,,,,DK,2025,,,generation,," +
  "read-2027-01,Ember yearly data,https://example.org,CC-BY-4.0,";

const RELEASE =
  "electricity,2027.1,2027-01-15,Ember@read-2027-01 > UK Government@2025-v1 > Ember@read-2026-11 > " +
  "Bygningsreglementet@BR18 > Håndbog@HB2016";

/** What an update of the product does when it starts: its tables come beside those that are there. */
export async function shipRelease(admin: SystemDb): Promise<void> {
  await loadCatalogTables(admin, laterTables);
}
