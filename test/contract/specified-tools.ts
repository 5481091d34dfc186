import type { Feature } from "../../src/core/plans.ts";
import type { Scope } from "../../src/core/scopes.ts";

/** The tools of contract 4.2, typed by hand: the truth that the registry is held against. */
export interface SpecifiedTool {
  readonly layer: 1 | 2 | 3;
  readonly name: string;
  readonly scope: Scope;
  readonly access: "read" | "write";
  readonly feature: Feature | null;
}

export const SPECIFIED_TOOLS: readonly SpecifiedTool[] = [
  { layer: 1, name: "get_emissions_summary", scope: "emissions:read", access: "read", feature: null },
  { layer: 1, name: "get_emissions_by_scope3_category", scope: "emissions:read", access: "read", feature: null },
  { layer: 1, name: "get_emissions_by_category", scope: "emissions:read", access: "read", feature: null },
  { layer: 1, name: "list_emissions", scope: "emissions:read", access: "read", feature: null },
  { layer: 1, name: "get_emission_lineage", scope: "emissions:read", access: "read", feature: null },
  { layer: 1, name: "list_activities", scope: "activities:read", access: "read", feature: null },
  { layer: 1, name: "list_reports", scope: "reports:read", access: "read", feature: null },
  { layer: 1, name: "get_report_status", scope: "reports:read", access: "read", feature: null },
  { layer: 1, name: "generate_report", scope: "reports:generate", access: "write", feature: null },
  { layer: 1, name: "list_data_sources", scope: "data_sources:read", access: "read", feature: null },
  { layer: 1, name: "get_quota_status", scope: "quota:read", access: "read", feature: null },
  { layer: 1, name: "list_emission_categories", scope: "factors:read", access: "read", feature: null },
  { layer: 2, name: "list_suppliers", scope: "suppliers:read", access: "read", feature: "supplyChain" },
  { layer: 2, name: "get_value_chain_coverage", scope: "suppliers:read", access: "read", feature: "supplyChain" },
  { layer: 2, name: "get_value_chain_exposure", scope: "suppliers:read", access: "read", feature: "supplyChain" },
  { layer: 2, name: "list_targets", scope: "targets:read", access: "read", feature: null },
  { layer: 2, name: "create_target", scope: "targets:write", access: "write", feature: null },
  { layer: 2, name: "list_emission_factors", scope: "factors:read", access: "read", feature: null },
  { layer: 2, name: "get_factor_citations", scope: "factors:read", access: "read", feature: null },
  { layer: 2, name: "list_scenarios", scope: "scenarios:read", access: "read", feature: "scenarioBuilder" },
  { layer: 2, name: "get_scenario", scope: "scenarios:read", access: "read", feature: "scenarioBuilder" },
  { layer: 2, name: "list_tiltag", scope: "scenarios:read", access: "read", feature: "scenarioBuilder" },
  { layer: 2, name: "create_scenario_draft", scope: "scenarios:write", access: "write", feature: "scenarioBuilder" },
  { layer: 2, name: "add_tiltag", scope: "scenarios:write", access: "write", feature: "scenarioBuilder" },
  {
    layer: 2,
    name: "submit_scenario_for_review",
    scope: "scenarios:write",
    access: "write",
    feature: "scenarioBuilder",
  },
  { layer: 2, name: "list_pcf_records", scope: "factors:read", access: "read", feature: null },
  { layer: 2, name: "list_departments", scope: "tenant:read", access: "read", feature: null },
  { layer: 2, name: "get_report_attestations", scope: "reports:read", access: "read", feature: null },
  { layer: 3, name: "list_webhooks", scope: "webhooks:read", access: "read", feature: null },
  { layer: 3, name: "create_webhook", scope: "webhooks:manage", access: "write", feature: null },
  { layer: 3, name: "get_webhook_deliveries", scope: "webhooks:read", access: "read", feature: null },
];
