import { decimal } from "../../../core/quantity.ts";
import { isMember, type VsmeCatalog } from "./catalog.ts";
import type { UnroundedFacts } from "./unrounded-facts.ts";
import type { ReportInputRow } from "./report-input.ts";

/**
 * Puts in what people have answered. An answer that the catalog has no place for (asked for by another release, or computed
 * by the ledger alone) is left out.
 */
export function putInputs(
  unroundedFacts: UnroundedFacts,
  catalog: VsmeCatalog,
  inputs: readonly ReportInputRow[],
): void {
  for (const { id, datapoint, member, value, status } of inputs) {
    const row = catalog.by_id.get(datapoint);
    if (row === undefined || row.source === "ledger" || row.source === "derived") continue;
    if (status !== "reported" || value === null || !isMember(catalog, row, member)) continue;
    if ((row.kind === "number") !== (typeof value === "number")) continue;
    unroundedFacts.put({
      datapoint,
      member,
      value: typeof value === "number" ? { amount: decimal(value) } : { given: value },
      provenance: { source: "input", input_id: id },
    });
  }
}
