import type { ReportInputRow } from "./report-input.ts";
import type { VsmeCatalog } from "./catalog.ts";
import type { Datapoint } from "./datapoint.ts";
import type { UnroundedFacts } from "./unrounded-facts.ts";

const OMITTED = "ListOfOmittedDisclosuresDeemedToBeClassifiedOrSensitiveInformation";

/**
 * VSME 24 b: the disclosures of which nothing is reported because it is classified or sensitive. An answer to the list
 * itself stays.
 */
export function putOmittedDisclosures(
  unroundedFacts: UnroundedFacts,
  catalog: VsmeCatalog,
  { datapoints, inputs }: { readonly datapoints: readonly Datapoint[]; readonly inputs: readonly ReportInputRow[] },
): void {
  const omitted = new Set(inputs.filter(({ status }) => status === "omitted").map(({ datapoint }) => datapoint));
  const sections = new Set(datapoints.filter(({ id }) => omitted.has(id)).map(({ section }) => section));
  const said = new Set(inputs.filter(({ status }) => status !== "reported").map(({ datapoint }) => datapoint));
  const silent = [...sections].filter((section) => {
    const rows = datapoints.filter((row) => row.section === section);
    return !rows.some((row) => tells(row, unroundedFacts) || (isAlwaysAsked(row) && !said.has(row.id)));
  });
  const members = [...(catalog.lists.get(catalog.by_id.get(OMITTED)?.value_list ?? "")?.keys() ?? [])];
  const omittedMembers = members.filter((member) => silent.some((section) => member.startsWith(`vsme:${section}-`)));
  if (omittedMembers.length === 0) return;
  const provenance = { source: "derived" as const, derived_from: [] };
  unroundedFacts.put({ datapoint: OMITTED, member: null, value: { given: omittedMembers }, provenance });
}

/** What is simply missing is not omitted. */
function isAlwaysAsked({ requirement, concept }: Datapoint): boolean {
  return requirement === "always" && concept.startsWith("vsme:");
}

/** Whether the report tells anything of it; that something does not apply tells nothing. */
function tells({ id, requirement }: Datapoint, unroundedFacts: UnroundedFacts): boolean {
  return requirement !== "helper" && unroundedFacts.hasAny(id) && unroundedFacts.known(id) !== false;
}
