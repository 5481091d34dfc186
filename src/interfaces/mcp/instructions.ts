/**
 * What an assistant is told about the server at connect time. Some clients keep only the first 512 characters, so the
 * essentials stand there. Only tools that exist are named.
 */
export function instructionsText(tools: ReadonlySet<string>): string {
  const has = (name: string): boolean => tools.has(name);
  const essentials = [
    "One company's greenhouse gas ledger. All amounts are kg CO2e (1000 kg = 1 t); scope 2 is market-based unless " +
      "asked otherwise; from/to are ISO 8601, inclusive.",
    has("get_emissions_summary") ? "Start with get_emissions_summary (group_by=month or year for a series)." : "",
    has("list_emissions") ? "list_emissions gives the entries behind a figure." : "",
    has("get_emission_lineage") ? "get_emission_lineage proves one entry." : "",
    "Lists: send next_cursor back as cursor, unchanged, until null. Report figures as returned, never invent any.",
  ];
  const details = [
    has("get_emissions_by_category") ? "get_emissions_by_category ranks what drives the footprint." : "",
    has("get_emissions_by_scope3_category") ? "get_emissions_by_scope3_category splits scope 3 in 15 categories." : "",
    has("list_data_sources")
      ? "A pending_count above 0 in list_data_sources means that sums will still change; say so with the numbers."
      : "",
    has("generate_report") ? "generate_report queues a report; poll get_report_status with its id." : "",
    "A failed call returns {code, title, detail}: read detail, correct the arguments, then try again. " +
      "auth.scope_required and subscription.feature_required cannot be solved by retrying: tell the user what is " +
      "missing. After rate_limit.exceeded wait the seconds given.",
    "Read svc://usage-guide for conventions and svc://ghg-scopes for the scope definitions in use.",
  ];
  return [...essentials, ...details].filter((sentence) => sentence !== "").join(" ");
}
