import { describe, expect, test } from "vitest";
import type { AuditProblemKind } from "../../src/modules/audit/findings.ts";
import type { CalculationMethod } from "../../src/core/ghg.ts";
import type { ReviewReason, ConversionStep, FrozenFactor } from "../../src/modules/emissions/calculation.ts";
import type { StepFacts } from "../../src/modules/emissions/step-facts.ts";
import type { CountedBy } from "../../src/modules/emissions/company-factors.ts";
import { TRACE_MEMBER } from "../../src/platform/jobs/queue.ts";
import { createLog } from "../../src/platform/log.ts";
import { expectPinned, foundInSource, sourceTexts } from "../support/pinned.ts";

/**
 * Values that stand in rows, messages and other programs' settings. Where they are a type, the compiler holds the list against it:
 * a value that is missing here, or is no longer there, does not compile.
 */
type Every<Value extends string> = Readonly<Record<Value, true>>;

const REVIEW_CODES: Every<ReviewReason["code"]> = {
  no_factor: true,
  unit_mismatch: true,
  exchange_rate_missing: true,
  no_amount_or_quantity: true,
  category_needs_person: true,
  unclassified: true,
  vat_unknown: true,
  possible_duplicate: true,
  document_unclear: true,
  financial_year_closed: true,
  period_unclear: true,
  advance_without_quantity: true,
  advance_deferred: true,
  advance_unsettled: true,
  advance_deducted: true,
  credit_unmatched: true,
  supply_unknown: true,
  quantity_repeated: true,
  country_unclear: true,
  quantity_missing: true,
  date_unclear: true,
  record_differs: true,
  payment_unmatched: true,
};

const CONVERSION_STEP_KINDS: Every<ConversionStep["kind"]> = {
  unit: true,
  currency: true,
  price_level: true,
  tax: true,
  choice: true,
  survey: true,
  unit_price: true,
  settlement: true,
  record: true,
  fuel_value: true,
  credit: true,
  attribute: true,
  open_period: true,
  printed_part: true,
  allocation: true,
  reference: true,
};

const CONVERSION_STEP_MEMBERS: Every<keyof ConversionStep> = {
  kind: true,
  from: true,
  to: true,
  factor: true,
  note: true,
  kept: true,
};

const STEP_FACTS_MEMBERS: Every<keyof StepFacts> = {
  shares: true,
  counted_by: true,
  is_by_money: true,
  is_over_days: true,
  invoice_currency: true,
};
const COUNTED_BY_MEMBERS: Every<keyof CountedBy> = {
  category_key: true,
  company_factors: true,
  aviation_non_co2: true,
  gwp_set: true,
  pcf_record_id: true,
};

const FROZEN_FACTOR_MEMBERS: Every<keyof FrozenFactor> = {
  id: true,
  key: true,
  name_en: true,
  value: true,
  unit: true,
  region: true,
  year: true,
  source: true,
  source_url: true,
  licence: true,
  gwp_set: true,
  boundary: true,
  confidence: true,
  read_in: true,
  content_hash: true,
};

const CALCULATION_METHODS: Every<CalculationMethod> = {
  supplier_specific: true,
  hybrid: true,
  average_data: true,
  spend_based: true,
  fuel_based: true,
  distance_based: true,
  waste_type_specific: true,
  site_specific: true,
  direct_measurement: true,
};

const AUDIT_PROBLEM_KINDS: Every<AuditProblemKind> = {
  event_changed: true,
  event_missing: true,
  head_mismatch: true,
  row_changed: true,
  row_missing: true,
  row_without_event: true,
  file_changed: true,
};

describe("values of rows", () => {
  test.each([
    ["review codes", REVIEW_CODES],
    ["kinds of conversion steps", CONVERSION_STEP_KINDS],
    ["kinds of problems that audit verify tells", AUDIT_PROBLEM_KINDS],
    ["methods of calculation", CALCULATION_METHODS],
  ])("%s stand in the sources as they are stored", (_what, values) => {
    const literals = new Set(foundInSource(/["'`]([a-z_0-9]+)["'`]/g));
    expect(Object.keys(values).filter((value) => !literals.has(value))).toEqual([]);
  });

  test("members of stored JSON stand in the sources", () => {
    const members = new Set(foundInSource(/\b([a-z_0-9]+)\b/g));
    const stored = {
      ...CONVERSION_STEP_MEMBERS,
      ...STEP_FACTS_MEMBERS,
      ...COUNTED_BY_MEMBERS,
      ...FROZEN_FACTOR_MEMBERS,
    };
    expect(Object.keys(stored).filter((member) => !members.has(member))).toEqual([]);
  });
});

describe("words that processes of several releases share", () => {
  test("kinds of jobs", () => expectPinned(foundInSource(/_JOB = "([a-z_]+)"/g), "shared-words.json", "job_kinds"));

  test("payloads of jobs have these members", () => {
    const payloads = [...sourceTexts().values()].flatMap((text) =>
      [...text.matchAll(/\bkey(?:: \w+(?:\.\w+)?)?, payload: \{ (\w+)/g)].map(([, member = ""]) => member),
    );
    expectPinned(payloads, "shared-words.json", "job_payload_members");
  });

  test("the member of a payload that names the span is that of W3C Trace Context", () => {
    expect(TRACE_MEMBER).toBe("traceparent");
  });

  test("channels of notifications", () =>
    expectPinned(
      foundInSource(/["'`](carbon_(?!ledger|app|system|owner|language|session|device)[a-z_]+)["'`]/g),
      "shared-words.json",
      "channels",
    ));

  test("keys of advisory locks", () => {
    const numbers = foundInSource(/\b(72151804610\d{5})\b/g);
    const texts = foundInSource(/hashtextextended\(([^)]+?)(?:::text)?, 0\)/g);
    expectPinned([...numbers, ...texts], "shared-words.json", "advisory_locks");
  });

  test("roles and settings of the database", () => {
    const words = foundInSource(/["'`](carbon_(?:app|system|owner)|carbon_ledger\.[a-z_]+)["'`]/g);
    expectPinned(words, "shared-words.json", "database_words");
  });

  test("metrics", () => {
    const gauges = foundInSource(/\bgauge\(\s*"([a-z_]+)"/g).map((name) => `carbon_ledger_${name}`);
    expectPinned([...foundInSource(/"(carbon_ledger_[a-z_]+)"/g), ...gauges], "shared-words.json", "metrics");
  });

  test("cookies, and headers of the service's own", () => {
    const headers = foundInSource(/["'`](x-svc-[a-z-]+)["'`]/gi).map((name) => name.toLowerCase());
    expectPinned(
      [...headers, ...foundInSource(/"((?:__Host-)?carbon_(?:language|session|device)[a-z_]*)"/g)],
      "shared-words.json",
      "headers_and_cookies",
    );
  });

  test("every line of the log has these members, and a credential in none", () => {
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => lines.push(line) });
    log.info({ job_id: "1", token: "hemmelig" }, "said");
    const { time, ...line } = JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
    expect(line).toEqual({ level: "info", service: "carbon-ledger", job_id: "1", token: "[redacted]", msg: "said" });
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });
});
