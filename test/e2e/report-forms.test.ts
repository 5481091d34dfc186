import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readXlsx } from "../../src/modules/factors/index.ts";
import { isEngineInstalled } from "../../src/platform/typst/engine.ts";
import { type ExtractedFact, extractFacts } from "../support/inline-xbrl-reader.ts";
import { ABSENT_JUDGES, textOf } from "../support/printed-report.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

/** One fact as the JSON form has it, for a program that knows nothing of this service's types. */
interface JsonFact {
  readonly id: string;
  readonly concept: string;
  readonly label: string;
  readonly kind: string;
  readonly value: number | string | boolean | readonly string[];
  readonly value_label: string | null;
  readonly unit: string | null;
  readonly decimals: number | null;
  readonly dimensions: Readonly<Record<string, string>>;
}

interface JsonReport {
  readonly snapshot_id: string;
  readonly frozen_at: string;
  readonly audit_head: { readonly seq: number; readonly hash: string };
  readonly facts: readonly JsonFact[];
}

const LANGUAGES = ["da", "en"] as const;
const MISSING = [...ABSENT_JUDGES, ...(isEngineInstalled() ? [] : ["a typesetting engine"])];

let site: Installation;
let service: ServiceProcess;
let client: RestClient;

beforeAll(async () => {
  site = installation();
  service = await site.start({ env: { DEMO: "on" } });
  const [, key = ""] = await service.says(/(qk_live_[0-9a-f]{64})/);
  client = restClient(service.base, key);
}, 300_000);

afterAll(async () => {
  service.signal("SIGTERM");
  await service.ended();
  await site.remove();
});

/** The demo company's file in a form, made by the service from order to download. */
async function form(format: string, language: string): Promise<Buffer> {
  const terms = { report_year: 2025, standard_type: "vsme_comprehensive", format, language };
  const asked = await client.post("/api/v1/reports", terms);
  expect(asked.status, asked.text).toBe(202);
  const job = await client.rendered(asked.body.id);
  expect(job.status, String(job["failure_reason"])).toBe("completed");
  return (await client.reportFile(job["generated_report_id"])).bytes;
}

async function jsonReport(language: string): Promise<JsonReport> {
  return JSON.parse((await form("json", language)).toString("utf8")) as JsonReport;
}

/** A number as XBRL reports it: percentages as a share of one. */
const reported = ({ value, unit }: JsonFact) =>
  unit === "percent" ? Number((Number(value) / 100).toPrecision(12)) : Number(value);

/** The figure that a printed word names; NaN for other words. */
function spoken(word: string, language: string): number {
  const plain = language === "da" ? word.replaceAll(".", "").replace(",", ".") : word.replaceAll(",", "");
  return Number(plain.replace("\u2212", "-"));
}

const isTagged = ({ concept, dimensions }: JsonFact) =>
  [concept, ...Object.keys(dimensions)].every((name) => name.startsWith("vsme:"));

describe("the demo company's VSME report, comprehensive module", { timeout: 300_000 }, () => {
  test.each(LANGUAGES)("as a workbook in %s has the facts of the JSON form, value by value", async (language) => {
    const { facts } = await jsonReport(language);
    const sheets = await readXlsx(await form("xlsx", language));
    const [, ...rows] = sheets[1]?.rows ?? [];
    const found = new Map(rows.map(({ cells }) => [cells.at(-1)?.text ?? "", cells[3]?.text ?? ""]));
    expect(facts.length).toBeGreaterThan(100);
    for (const fact of facts) {
      const stated = fact.kind.startsWith("enumeration") ? (fact.value_label ?? "") : String(fact.value);
      expect([fact.id, found.get(fact.id)]).toEqual([fact.id, stated]);
    }
    expect(found.size).toBe(facts.length);
  });

  test.each(LANGUAGES)(
    "as Inline XBRL in %s has its figures, and a fact for every concept of the taxonomy",
    async (language) => {
      const { facts } = await jsonReport(language);
      const extracted = extractFacts((await form("xhtml", language)).toString("utf8")).facts;
      const found = new Map<string, ExtractedFact>(extracted.map((fact) => [fact.id, fact]));
      const tagged = facts.filter(isTagged);
      expect([...found.keys()].sort()).toEqual(tagged.map(({ id }) => id).sort());
      for (const fact of tagged.filter(({ kind }) => kind === "number")) {
        expect([fact.id, Number(found.get(fact.id)?.value)]).toEqual([fact.id, reported(fact)]);
      }
      for (const fact of tagged.filter(({ kind }) => kind === "boolean" || kind === "date" || kind === "year")) {
        expect([fact.id, found.get(fact.id)?.value]).toEqual([fact.id, String(fact.value)]);
      }
    },
  );

  test.skipIf(MISSING.length > 0).each(LANGUAGES)(
    `as PDF in %s prints every figure (needs ${MISSING.join(", ") || "nothing"})`,
    async (language) => {
      const { facts, snapshot_id, audit_head } = await jsonReport(language);
      const text = textOf(await form("pdf", language));
      const printed = new Set(text.split(/[\s%]+/).map((word) => spoken(word, language)));
      const figures = facts.filter(({ kind }) => kind === "number");
      expect(figures.length).toBeGreaterThan(50);
      expect(figures.filter(({ value }) => !printed.has(Number(value))).map(({ id, value }) => [id, value])).toEqual(
        [],
      );
      expect(text).toContain(snapshot_id);
      expect(text).toContain(audit_head.hash);
    },
  );

  test("comes from one snapshot in both languages, and the same bytes again", async () => {
    const [danish, english] = await Promise.all(LANGUAGES.map(jsonReport));
    expect(danish?.snapshot_id).toBe(english?.snapshot_id);
    expect(danish?.frozen_at).toBe(english?.frozen_at);
    const told = (report: JsonReport | undefined) =>
      report?.facts.map(({ id, concept, value, unit }) => ({ id, concept, value, unit }));
    expect(told(danish)).toEqual(told(english));
    expect((await form("xlsx", "da")).equals(await form("xlsx", "da"))).toBe(true);
  });
});
