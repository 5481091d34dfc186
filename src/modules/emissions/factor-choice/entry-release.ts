import type { Catalog } from "../../../core/catalog.ts";
import type { CalculatedEntry, CalculationRequest, CalculationSettings } from "../calculation.ts";
import { releaseView, type ReleaseView } from "./releases-in-force.ts";
import { subjectOf } from "./source-table.ts";

/** The catalogue by which a request counts: a slice of a period by the releases of its own year, never by those of the document's. */
export function viewOfRequest(
  { slice, transaction_date }: Pick<CalculationRequest, "slice" | "transaction_date">,
  catalog: Catalog,
  { releases }: CalculationSettings,
): ReleaseView {
  if (releases === undefined) return { catalog, labels: new Map() };
  return releaseView(catalog, releases, slice?.to ?? transaction_date);
}

/** The entry with the release of its factor's subject among its inputs; a company's own factor and a stated figure are of none. */
export function withRelease(entry: CalculatedEntry, { labels }: ReleaseView): CalculatedEntry {
  const label = labels.get(subjectOf(entry.factor.key)?.subject ?? "");
  return label === undefined ? entry : { ...entry, inputs: { ...entry.inputs, factor_release: label } };
}
