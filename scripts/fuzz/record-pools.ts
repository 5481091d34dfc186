import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { Random } from "./random.ts";

/** What is known of a record that requests may name: its id and, for some, what goes with it. */
export type KnownRecord = Readonly<Record<string, string>>;

/** Where an answer shows records of a pool: members of its record, or of each of its `items`. */
interface Lesson {
  readonly pool: string;
  /** Argument by path of members in the record, separated by dots. */
  readonly take: Readonly<Record<string, string>>;
  readonly when?: (record: Readonly<Record<string, unknown>>) => boolean;
}

const ID = { id: "id" };

/** What a successful answer of an operation teaches; the pools bear the names of the examples' placeholders. */
const LESSONS: Readonly<Record<string, readonly Lesson[]>> = {
  list_emissions: [{ pool: "$entry_id", take: ID }],
  list_activities: [{ pool: "$activity_id", take: ID, when: ({ status }) => status === "classified" }],
  list_emission_factors: [{ pool: "$factor_id", take: ID }],
  list_audit_events: [{ pool: "$subject", take: { subject: "subject" } }],
  create_api_key: [{ pool: "$api_key_id", take: ID }],
  list_api_keys: [{ pool: "$api_key_id", take: ID, when: isLiveExample }],
  rotate_api_key: [{ pool: "$api_key_id", take: { id: "id" } }],
  create_category_rule: [{ pool: "$category_rule_id", take: ID }],
  create_data_source: [{ pool: "$data_source_id", take: ID }],
  create_department: [{ pool: "$department_id", take: ID }],
  upload_activities: [{ pool: "$upload_id", take: ID }],
  list_upload_files: [
    { pool: "$file_to_enter_id", take: ID, when: ({ needs_entry }) => needs_entry === true },
    { pool: "$file_id", take: ID },
  ],
  submit_pcf_record: [{ pool: "$submitted_pcf_record_id", take: ID }],
  approve_pcf_record: [{ pool: "$pcf_record_id", take: ID }],
  generate_report: [{ pool: "$report_job_id", take: ID }],
  list_reports: [{ pool: "$report_id", take: { id: "id", report_id: "id", sha256: "sha256" } }],
  attest_report: [
    { pool: "$attested_report_id", take: { report_id: "report_id" } },
    { pool: "$attestation_id", take: { id: "id", report_id: "report_id" } },
  ],
  list_review_items: [
    { pool: "$review_item_id", take: ID, when: ({ kind }) => kind === "category" },
    { pool: "$held_item_id", take: ID, when: isHeld },
    { pool: "$held_document_id", take: { document_id: "document_id" }, when: isHeld },
  ],
  create_scenario_draft: [
    { pool: "$scenario_id", take: { id: "id", scenario_id: "id" }, when: ({ status }) => status === "active" },
    { pool: "$draft_scenario_id", take: { scenario_id: "id" }, when: ({ status }) => status === "draft" },
  ],
  submit_scenario_for_review: [{ pool: "$pending_scenario_id", take: ID }],
  register_supplier: [{ pool: "$supplier_id", take: ID }],
  invite_supplier: [{ pool: "$supplier_invitation_token", take: { token: "invitation.token" } }],
  accept_supplier_invitation: [{ pool: "$connected_supplier_id", take: ID }],
  record_supplier_disclosure: [{ pool: "$disclosing_supplier_id", take: { id: "supplier_id" } }],
  create_target: [
    { pool: "$target_id", take: ID, when: ({ target_type }) => target_type !== "intensity" },
    { pool: "$intensity_target_id", take: ID, when: isOfExampleYears },
  ],
  create_webhook: [{ pool: "$webhook_id", take: ID }],
  test_webhook: [
    { pool: "$webhook_with_deliveries_id", take: { webhook_id: "webhook_id" } },
    { pool: "$webhook_delivery_id", take: { webhook_id: "webhook_id", delivery_id: "id" } },
  ],
};

/** Operations after which a record is no longer what the same operation needs. */
const CONSUMING = new Set([
  "revoke_api_key",
  "rotate_api_key",
  "delete_category_rule",
  "delete_data_source",
  "deactivate_webhook",
  "exclude_activity",
  "enter_upload_file",
  "exclude_upload_file",
  "approve_pcf_record",
  "reject_pcf_record",
  "deprecate_pcf_record",
  "withdraw_attestation",
  "withdraw_target",
  "accept_review_item",
  "decide_held_document",
  "exclude_review_item",
  "mark_duplicate_review_item",
  "recategorize_review_item",
  "approve_scenario",
  "archive_scenario",
  "reject_scenario",
  "submit_scenario_for_review",
  "invite_supplier",
  "accept_supplier_invitation",
  "decline_supplier_disclosure",
  "verify_supplier_disclosure",
  "revoke_supplier",
]);

/** So many records of a kind are remembered, the newest ones. */
const POOL_MAX = 200;

/** Records that one company's requests may name, as its own answers have shown them. */
export class RecordPools {
  readonly #pools = new Map<string, KnownRecord[]>();
  readonly #asked = new Map<string, number>();
  /** What was used up: a list that was read before, and answers after, shows it still. */
  readonly #used = new Set<string>();

  /** Takes over what a successful answer shows. */
  learn(operation: string, body: unknown): void {
    if (!isRecord(body)) return;
    const records = Array.isArray(body["items"]) ? body["items"].filter(isRecord) : [body];
    for (const { pool, take, when } of LESSONS[operation] ?? []) {
      for (const record of records) {
        if (when !== undefined && !when(record)) continue;
        const taken = Object.entries(take).map(([name, path]) => [name, memberAt(record, path)] as const);
        if (taken.some(([, value]) => typeof value !== "string")) continue;
        const known = Object.fromEntries(taken.map(([name, value]) => [name, String(value)]));
        if (operation.startsWith("list_") && this.#used.has(JSON.stringify(known))) continue;
        this.#add(pool, known);
      }
    }
  }

  /** A record for an operation; one that it uses up is forgotten. Undefined: none is known. */
  take(random: Random, pool: string, operation: string): KnownRecord | undefined {
    const known = this.#pools.get(pool) ?? [];
    if (known.length === 0) return undefined;
    const record = random.pick(known);
    if (CONSUMING.has(operation)) {
      known.splice(known.indexOf(record), 1);
      this.#used.add(JSON.stringify(record));
    }
    return record;
  }

  /** How often requests have meant the operation. */
  timesAsked(operation: string): number {
    return this.#asked.get(operation) ?? 0;
  }

  /** Notes that a request will mean the operation. */
  ask(operation: string): void {
    this.#asked.set(operation, this.timesAsked(operation) + 1);
  }

  /** Whether a record of the pool is known. */
  knows(pool: string): boolean {
    return (this.#pools.get(pool) ?? []).length > 0;
  }

  #add(pool: string, record: KnownRecord): void {
    const known = this.#pools.get(pool) ?? [];
    this.#pools.set(pool, known);
    if (known.some((one) => JSON.stringify(one) === JSON.stringify(record))) return;
    known.push(record);
    if (known.length > POOL_MAX) known.shift();
  }
}

/** Operations whose answers fill the pool; an upload is what most of them come from in the end. */
export function producersOf(pool: string): string[] {
  const names = Object.entries(LESSONS).flatMap(([name, lessons]) =>
    lessons.some((lesson) => lesson.pool === pool) ? [name] : [],
  );
  return names.some((name) => FED_BY_UPLOADS.has(name)) ? [...names, "upload_activities"] : names;
}

const FED_BY_UPLOADS = new Set(["list_activities", "list_upload_files", "list_review_items"]);

/** Arguments of an operation that name a record, with the pool that they come from. */
export function placeholdersOf(operation: string): readonly (readonly [string, string])[] {
  return PLACEHOLDERS.get(operation) ?? [];
}

const PLACEHOLDERS = new Map(
  OPERATIONS.map(({ name, example }) => [
    name,
    Object.entries(example.input).flatMap(([argument, value]) =>
      typeof value === "string" && value.startsWith("$") ? [[argument, value] as const] : [],
    ),
  ]),
);

/** An intensity target over the years for which the examples record values. */
function isOfExampleYears({ target_type, baseline_year, target_year }: Readonly<Record<string, unknown>>): boolean {
  return target_type === "intensity" && Number(baseline_year) <= 2025 && Number(target_year) >= 2025;
}

/** A key that a request of the example made: those that the requests are sent with are to live on. */
function isLiveExample({ name, revoked_at }: Readonly<Record<string, unknown>>): boolean {
  return typeof name === "string" && name.startsWith("ERP export") && revoked_at === null;
}

function isHeld({ kind }: Readonly<Record<string, unknown>>): boolean {
  return kind === "possible_duplicate";
}

function memberAt(record: Readonly<Record<string, unknown>>, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), record);
}
