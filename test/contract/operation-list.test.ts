import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { TAG_DESCRIPTIONS, tagOf } from "../../src/interfaces/rest/openapi-tags.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { SPECIFIED_TOOLS } from "./specified-tools.ts";

/** The tools that are built; the others of the specification answer "unknown tool" until they are. */
const BUILT_TOOLS = [
  "add_tiltag",
  "create_scenario_draft",
  "create_target",
  "create_webhook",
  "generate_report",
  "get_emission_lineage",
  "get_emissions_by_category",
  "get_emissions_by_scope3_category",
  "get_emissions_summary",
  "get_factor_citations",
  "get_quota_status",
  "get_report_attestations",
  "get_report_status",
  "get_scenario",
  "get_value_chain_coverage",
  "get_value_chain_exposure",
  "get_webhook_deliveries",
  "list_activities",
  "list_data_sources",
  "list_departments",
  "list_emission_categories",
  "list_emission_factors",
  "list_emissions",
  "list_pcf_records",
  "list_reports",
  "list_scenarios",
  "list_suppliers",
  "list_targets",
  "list_tiltag",
  "list_webhooks",
  "submit_scenario_for_review",
];

const REST_ROUTES = [
  "GET /me",
  "GET /grants",
  "POST /api-keys",
  "GET /api-keys",
  "DELETE /api-keys/:id",
  "GET /emissions",
  "GET /emissions/summary",
  "GET /emissions/by-category",
  "GET /emissions/by-scope3-category",
  "GET /emissions/:id/lineage",
  "GET /activities",
  "POST /activities/bulk",
  "GET /activities/bulk/:id",
  "GET /emission-factors",
  "GET /emission-categories",
  "GET /quota",
  "GET /targets",
  "POST /targets",
  "GET /scenarios",
  "POST /scenarios",
  "GET /scenarios/:id",
  "GET /scenarios/:scenario_id/tiltag",
  "POST /scenarios/:scenario_id/tiltag",
  "POST /scenarios/:scenario_id/submit",
  "POST /scenarios/:id/approve",
  "POST /scenarios/:id/reject",
  "POST /scenarios/:id/archive",
  "GET /suppliers",
  "POST /suppliers",
  "GET /suppliers/:id",
  "POST /suppliers/:id/invite",
  "POST /suppliers/:id/revoke",
  "POST /suppliers/:id/disclosures",
  "POST /supplier-invitations/accept",
  "GET /value-chain/coverage",
  "GET /value-chain/exposure",
  "GET /reports",
  "POST /reports",
  "GET /reports/jobs/:id",
  "GET /reports/:id/file",
  "GET /reports/:report_id/attestations",
  "POST /reports/:report_id/attestations",
  "GET /webhooks",
  "POST /webhooks",
  "DELETE /webhooks/:id",
  "POST /webhooks/:id/rotate",
  "GET /webhooks/:webhook_id/deliveries",
  "GET /pcf-records",
  "POST /pcf-records",
  "POST /pcf-records/:id/approve",
  "POST /pcf-records/:id/reject",
];

describe("the registry against the specification", () => {
  const tools = OPERATIONS.filter((operation) => operation.tool);

  test("each group of routes says what it is about", () => {
    expect(OPERATIONS.map(tagOf).filter((tag) => TAG_DESCRIPTIONS[tag] === undefined)).toEqual([]);
  });

  test("holds exactly the built tools", () => {
    expect(tools.map((tool) => tool.name).toSorted()).toEqual(BUILT_TOOLS);
  });

  test.each(tools)("[contract 4.2.table] $name has the layer, scope, access and gate of contract 4.2", (tool) => {
    const specified = SPECIFIED_TOOLS.find((row) => row.name === tool.name);
    const { layer, scope, access, feature } = tool;
    expect({ name: tool.name, layer, scope, access, feature: feature ?? null }).toEqual(specified);
  });

  test("names and routes are unique", () => {
    const names = OPERATIONS.map((operation) => operation.name);
    const routes = OPERATIONS.map(({ rest }) => `${rest.method} ${rest.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  test("every REST route that is promised exists", () => {
    const routes = OPERATIONS.map(({ rest }) => `${rest.method} ${rest.path}`);
    expect(REST_ROUTES.filter((route) => !routes.includes(route))).toEqual([]);
  });
});

describe.each(OPERATIONS)("$name", (operation) => {
  test("describes itself within 1,000 characters and declares only known errors", () => {
    expect(operation.description.length).toBeGreaterThan(40);
    expect(operation.description.length).toBeLessThanOrEqual(1000);
    expect(operation.name).toMatch(/^[a-z][a-z0-9_]{2,63}$/);
    for (const code of operation.errors) expect(ERROR_CODES).toHaveProperty([code]);
  });

  test("takes every parameter of its path as an argument", () => {
    const parameters = [...operation.rest.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    for (const parameter of parameters) expect(Object.keys(operation.input.shape)).toContain(parameter);
  });

  test("reads by GET and writes by another method", () => {
    expect(operation.rest.method === "GET").toBe(operation.access === "read");
  });

  test("has an example answer that fits its own output", () => {
    const parsed = operation.output.safeParse(operation.example.output);
    expect(parsed.error?.issues ?? []).toEqual([]);
  });
});
