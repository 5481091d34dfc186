import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { createTarget } from "../../src/modules/targets/create-target.ts";
import type { TestKey } from "../support/app.ts";
import { addAttestation, addReport } from "../support/demo-reports.ts";
import { addAttempt, addWebhook } from "../support/demo-webhooks.ts";
import type { Demo } from "../support/demo.ts";
import { addBill } from "../support/demo-supplier-register.ts";
import { ledgerLine, record } from "../support/ledger.ts";

/** Lists of reference tables, of sums, and of what no operation adds. */
export const UNCHANGING = [
  "get_emissions_by_category",
  "list_data_sources",
  "list_emission_categories",
  "list_emission_factors",
  "list_factor_release_lines",
  "list_report_inputs",
];

interface Growing {
  readonly demo: Demo;
  /** The key whose lists are read. */
  readonly key: TestKey;
  addTiltag(): Promise<unknown>;
  /** Another file of the upload that is walked. */
  addFile(): Promise<unknown>;
}

/** By name of a list: writes one more row of it, for a list that is being walked. */
export function listInserts({
  demo,
  key,
  addTiltag,
  addFile,
}: Growing): Readonly<Record<string, (tenant: TenantIdentity) => Promise<unknown>>> {
  let line = 100;
  const recordLine = (tenant: TenantIdentity): Promise<unknown> => {
    line += 1;
    return record(demo.app.db.context(tenant), [ledgerLine(line)]);
  };
  return {
    get_upload: addFile,
    get_webhook_deliveries: async (tenant) =>
      addAttempt(demo.app, tenant, await demo.id("$webhook_with_deliveries_id", tenant)),
    list_activities: recordLine,
    list_emissions: recordLine,
    list_ledger_rows: recordLine,
    list_api_keys: (tenant) => demo.id("$api_key_id", tenant),
    list_audit_events: (tenant) => demo.id("$department_id", tenant),
    list_changes: (tenant) => demo.id("$department_id", tenant),
    list_category_rules: (tenant) => demo.id("$category_rule_id", tenant),
    list_feed: (tenant) => demo.id("$department_id", tenant),
    list_grants: async () => (await demo.consultantOf(key)).grant(),
    list_column_mappings: (tenant) => demo.id("$column_mapping_id", tenant),
    list_company_factors: (tenant) => demo.id("$company_factor_id", tenant),
    list_energy_allocations: (tenant) => demo.id("$energy_allocation_id", tenant),
    list_energy_instruments: (tenant) => demo.id("$energy_instrument_id", tenant),
    list_factor_release_runs: (tenant) => demo.id("$factor_release_run_id", tenant),
    list_departments: (tenant) => demo.id("$department_id", tenant),
    list_purchase_link_decisions: (tenant) => demo.id("$purchase_link_decision_id", tenant),
    list_none_answers: (tenant) => demo.id("$none_answer_id", tenant),
    list_pcf_records: (tenant) => demo.id("$pcf_record_id", tenant),
    list_supplies: (tenant) => demo.id("$supply_id", tenant),
    list_supplier_account: (tenant) => addBill(demo.app.db, tenant),
    list_supplier_identities: (tenant) => demo.id("$supplier_identity_id", tenant),
    list_supplier_period_rules: (tenant) => demo.id("$supplier_period_rule_id", tenant),
    list_supplier_merges: (tenant) => demo.id("$supplier_merge_id", tenant),
    list_suppliers: (tenant) => demo.id("$supplier_id", tenant),
    list_scenarios: (tenant) => demo.id("$scenario_id", tenant),
    // A target with the same name and terms is answered, not set again.
    list_targets: (tenant) => {
      line += 1;
      const terms = { ...createTarget.example.input, name: `Target ${line}`, baseline_emissions: 48_000 };
      return invoke(createTarget, demo.app.db.context(tenant), terms);
    },
    list_restatements: (tenant) => demo.id("$pending_restatement_id", tenant),
    list_review_groups: (tenant) => demo.id("$review_group_id", tenant),
    list_review_group_decisions: (tenant) => demo.id("$review_group_decision_id", tenant),
    list_review_items: (tenant) => demo.id("$review_item_id", tenant),
    list_upload_files: (tenant) => demo.id("$file_to_enter_id", tenant),
    list_reports: (tenant) => addReport(demo.app.db, tenant),
    get_report_attestations: async (tenant) => addAttestation(demo.app.db, tenant, await demo.id("$report_id", tenant)),
    list_webhooks: (tenant) => addWebhook(demo.app, tenant),
    list_tiltag: addTiltag,
  };
}
