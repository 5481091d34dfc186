/** Looks up a declared year argument. */
export interface Years {
  (name: string): number;
  /** Its financial year, as arguments of a tool: from "2025-01-01" to "2025-12-31". */
  period(name: string): string;
}

interface PromptStep {
  /** What the step finds out, for the sentence that replaces it where its tools are missing. */
  readonly subject: string;
  readonly tools: readonly string[];
  text(years: Years): string;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly years: readonly { readonly name: string; readonly description: string }[];
  /** Tools without which the prompt's question has no answer. */
  readonly essential: readonly string[];
  opening(years: Years): string;
  readonly steps: readonly PromptStep[];
  closing(years: Years): string;
}

const COMPLETENESS: PromptStep = {
  subject: "Completeness of the data",
  tools: ["list_data_sources"],
  text: () =>
    "Call list_data_sources. If any source has a pending_count or review_count above 0, name the count: these documents " +
    "are not in the sums yet, so the figures are provisional.",
};

const RULES =
  "Use only figures that the tools returned and give each with its unit (kg CO2e, or t CO2e after dividing by 1,000). " +
  "Say that scope 2 is market-based, and name scope2.market_based_fallback_kg where it is not 0: that part uses the " +
  "average of the grid, because no contract, certificate or residual mix covers it. Where a tool answers with an error, report its title and detail and go on.";

const emissionsVsTarget: Prompt = {
  name: "emissions_vs_target_analysis",
  title: "Emissions against target",
  description: "Compares a year's actual emissions with the reduction targets and gives an on-track verdict.",
  years: [{ name: "year", description: "Calendar year to judge, four digits, for example 2025" }],
  essential: ["get_emissions_summary", "list_targets"],
  opening: (years) =>
    `Judge whether the company's emissions of ${years("year")} are on track for its reduction targets.`,
  steps: [
    {
      subject: "Reduction targets",
      tools: ["list_targets"],
      text: () =>
        "Call list_targets and read all pages. Keep the targets whose base year lies before and whose target year lies " +
        "in or after the year. If there is none, say so and stop after the summary of actual emissions.",
    },
    {
      subject: "Actual emissions",
      tools: ["get_emissions_summary"],
      text: (years) =>
        `Call get_emissions_summary ${years.period("year")} for the year, and once more for each target's base year. ` +
        "Use the scopes that the target covers and no others.",
    },
    {
      subject: "Course of the year",
      tools: ["get_emissions_summary"],
      text: (years) =>
        `Call get_emissions_summary ${years.period("year")} with group_by "month". If the year is not over, compare ` +
        "with the same months of the base year and do not extrapolate without saying so.",
    },
    {
      subject: "Largest drivers",
      tools: ["get_emissions_by_category"],
      text: (years) =>
        `Call get_emissions_by_category ${years.period("year")} and keep the five largest categories: they are where a ` +
        "gap can be closed.",
    },
    COMPLETENESS,
  ],
  closing: () =>
    "For each target write one row: base year value, linear path value for the year (base value less the target's " +
    "reduction, in equal yearly steps), actual value, difference in kg CO2e and percent, verdict on track or off track. " +
    `Then two or three sentences on the drivers and one next step. ${RULES}`,
};

const yearOverYear: Prompt = {
  name: "year_over_year_review",
  title: "Year-over-year review",
  description: "Compares two years and explains the main drivers of the change.",
  years: [
    { name: "current_year", description: "Later calendar year, four digits, for example 2025" },
    { name: "previous_year", description: "Year to compare with, four digits, for example 2024" },
  ],
  essential: ["get_emissions_summary", "get_emissions_by_category"],
  opening: (years) =>
    `Compare the company's emissions of ${years("current_year")} with ${years("previous_year")} and explain the change.`,
  steps: [
    {
      subject: "Totals by scope",
      tools: ["get_emissions_summary"],
      text: (years) =>
        `Call get_emissions_summary ${years.period("current_year")}, then ${years.period("previous_year")}. If the ` +
        "later year is not over, compare the same months of both years instead and say so.",
    },
    {
      subject: "Change by category",
      tools: ["get_emissions_by_category"],
      text: () =>
        "Call get_emissions_by_category for the same two periods. Rank the categories by absolute change in kg CO2e and " +
        "keep the five largest in each direction.",
    },
    {
      subject: "Change within scope 3",
      tools: ["get_emissions_by_scope3_category"],
      text: () =>
        "Call get_emissions_by_scope3_category for both periods. A large unclassified bucket in either year weakens the " +
        "comparison: name it.",
    },
    {
      subject: "Entries behind the change",
      tools: ["list_emissions"],
      text: () =>
        "For the two categories that changed most, call list_emissions with category_id for both periods and find what " +
        "changed: more activity, another factor or method, or entries that exist in one year only.",
    },
    {
      subject: "Proof of single entries",
      tools: ["get_emission_lineage"],
      text: () =>
        "For the largest single entry of each of these categories, call get_emission_lineage and cite its factor, source " +
        "and calculation.",
    },
    COMPLETENESS,
  ],
  closing: () =>
    "Answer with a table (scope, both years, change in kg CO2e and percent), then the drivers in order of size, each " +
    "marked as a real change of activity or a change of data or method. Keep the two apart: only the first is a " +
    `reduction. ${RULES}`,
};

const valueChain: Prompt = {
  name: "value_chain_briefing",
  title: "Value chain briefing",
  description: "Scope 3 supplier coverage and largest exposure of a year. Needs the Enterprise plan.",
  years: [{ name: "year", description: "Calendar year, four digits, for example 2025" }],
  essential: ["get_value_chain_coverage", "get_value_chain_exposure", "list_suppliers"],
  opening: (years) =>
    `Brief the management on the company's value chain emissions in ${years("year")}: how much of the spend suppliers ` +
    "disclose emissions for, and where the largest exposure lies. The supplier tools need the Enterprise plan: where " +
    "one answers subscription.feature_required, say that the plan does not include it and leave that part out.",
  steps: [
    {
      subject: "Supplier coverage",
      tools: ["get_value_chain_coverage"],
      text: (years) =>
        `Call get_value_chain_coverage with year ${years("year")} for the share of spend with disclosures.`,
    },
    {
      subject: "Largest exposure",
      tools: ["get_value_chain_exposure"],
      text: (years) =>
        `Call get_value_chain_exposure with year ${years("year")}; it lists suppliers by trade amount, largest first. Keep ` +
        "the ten largest.",
    },
    {
      subject: "Disclosure status of these suppliers",
      tools: ["list_suppliers"],
      text: (years) => `Call list_suppliers with year ${years("year")} and look up the disclosure status of those ten.`,
    },
    {
      subject: "Scope 3 emissions by category",
      tools: ["get_emissions_by_scope3_category"],
      text: (years) =>
        `Call get_emissions_by_scope3_category ${years.period("year")} and name the three largest categories and the ` +
        "unclassified bucket.",
    },
    COMPLETENESS,
  ],
  closing: () =>
    "Answer in at most one page: coverage in percent, a table of the largest suppliers with trade amount and disclosure " +
    `status, the scope 3 picture, and which three suppliers to ask first and why. ${RULES}`,
};

export const PROMPTS: readonly Prompt[] = [emissionsVsTarget, yearOverYear, valueChain];
