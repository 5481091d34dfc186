import type { Operation } from "../../core/operation.ts";

/** What each group of paths is about, by the first segment of its paths. */
export const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  activities: "Activity data: the lines of uploaded documents, what they were read as, and corrections of it",
  "api-keys": "Keys of this company: create, list, rotate, revoke",
  audit: "The hash-chained log of who changed what",
  "category-rules": "Rules of this company that put lines into emission categories",
  "column-mappings": "What the columns of a company's tables hold, said once for each source",
  "company-factors": "Emission factors of the company's own, their approval and withdrawal",
  "data-sources": "Where activity data comes from",
  changes: "What changed since a change that the caller knows, for copies that are kept elsewhere",
  departments: "Departments, over which emissions can be told apart",
  "emission-categories": "The tree of emission categories, with scopes and scope 3 categories",
  "emission-factors": "The factor catalog: values, sources, licences and where each is used",
  "energy-allocations": "Runs that allocate energy contracts and certificates to consumption",
  "energy-instruments": "Energy contracts and certificates for the market-based figure of scope 2",
  "factor-release-runs": "Previews of other releases of factors for a year, and applying them",
  "factor-releases": "By which release the factors of a year count",
  emissions: "Emission entries, totals and the lineage of every figure",
  feed: "What happened in the company, as people are told it",
  grants: "Which companies a consultant may act for",
  me: "Who the caller is: company, plan, scopes and limits",
  "none-answers": "What people answered has nothing in a year: scopes and scope 3 categories",
  "pcf-records": "Product carbon footprints in the PACT format and their review",
  "purchase-link-decisions": "What people say of payments and postings and what they settle",
  quota: "Use of the plan in this billing period",
  "financial-years": "Years that are not calendar years, closing them and opening them again",
  "report-inputs": "What reports ask for and the ledger does not know: answers, their history, what is missing",
  reports: "Reports as files, their making, and sign-offs of consultants",
  "ledger-rows": "Emission entries of a period with the lines that they come from",
  "review-items":
    "Lines that wait for a person: what is suggested, what accepting it would count, decisions and re-runs",
  "review-group-decisions": "Decisions about many like lines at once: what became of each, going on, and taking back",
  "review-groups": "Lines that wait and are alike, to be decided about at once",
  scenarios: "Reduction plans and their measures (tiltag)",
  "heat-allocation": "How district heating is allocated to months",
  settings: "What the company has chosen of the ways in which emissions may be counted",
  "supplier-invitations": "What an invited supplier does with its invitation",
  "supplier-identities": "The register of suppliers: who each is, by the numbers, accounts and names in documents",
  "supplier-period-rules": "Which period the bills of suppliers are for that state none",
  "supplier-merges": "Suppliers that may be one, and what was decided about them",
  supplies: "Metered supplies of electricity, gas, heat and water, and what bills name them by",
  suppliers: "Suppliers and the figures that they disclose",
  targets: "Reduction targets and progress towards them",
  tiltag: "Measures (tiltag) of reduction plans, one by one: what each said, editing it, and taking it out",
  "upload-files": "Uploaded files and how each ended; what no program could read is looked at and entered by a person",
  "value-chain": "How much of purchases rests on figures of the suppliers themselves",
  webhooks: "Subscriptions to events and what was delivered",
};

export function tagOf({ rest }: Pick<Operation, "rest">): string {
  return rest.path.split("/")[1] ?? "";
}
