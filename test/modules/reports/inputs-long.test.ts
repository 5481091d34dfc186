import { describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { attestReport } from "../../../src/modules/reports/attest-report.ts";
import type { DatapointView } from "../../../src/modules/reports/inputs/datapoint-view.ts";
import type { ReportInput } from "../../../src/modules/reports/inputs/report-input.ts";
import { addReport, newestReport, REPORT_CONSULTANT } from "../../support/demo-reports.ts";
import type { Answer } from "../../support/http-client.ts";
import { answeringCompany } from "../../support/report-inputs.ts";
import { toolCall } from "../../support/tool-call.ts";

/** contract 11.4: what an assistant can read at once. */
const PAGE_CHARACTERS_MAX = 120_000;
const LONGEST = 20_000;

const company = answeringCompany();

interface Walk {
  readonly items: readonly DatapointView[];
  readonly page_characters: readonly number[];
}

/** Every page, as whole as they come. */
async function walk(): Promise<Walk> {
  const items: DatapointView[] = [];
  const page_characters: number[] = [];
  for (let cursor = ""; ;) {
    const path = `/report-inputs?report_year=2025&limit=200${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await company.rest.send("GET", path);
    expect(answer.status, answer.text).toBe(200);
    page_characters.push(answer.text.length);
    // test/contract holds the body against its schema.
    const page = answer.json() as unknown as { items: DatapointView[]; next_cursor: string | null };
    items.push(...page.items);
    if (page.next_cursor === null) return { items, page_characters };
    cursor = page.next_cursor;
  }
}

async function answered(inputs: readonly object[]): Promise<void> {
  for (let from = 0; from < inputs.length; from += 20) {
    const answer = await company.rest.setMany(inputs.slice(from, from + 20));
    expect(answer.status, answer.text).toBe(200);
  }
}

const datapoint = (answer: Answer) => answer.json() as unknown as DatapointView & { history: ReportInput[] };

describe("a page of what a report asks for", () => {
  test("stays readable however long the answers are, and no datapoint is lost between pages", async () => {
    const asked = (await walk()).items;
    const texts = asked.filter(({ kind, axis, source }) => kind === "text" && axis === null && source === "input");
    const takes = async ({ id }: DatapointView) => {
      const { status } = await company.rest.set(id, { value: `"\\${"æ".repeat(LONGEST - 2)}` });
      return status === 200;
    };
    const long: DatapointView[] = [];
    for (const one of texts) if (await takes(one)) long.push(one);
    expect(long.length).toBeGreaterThan(20);
    const { items, page_characters } = await walk();
    expect(items.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    expect(Math.max(...page_characters)).toBeLessThan(PAGE_CHARACTERS_MAX);
    for (const { id } of long) {
      const listed = items.find((item) => item.id === id)?.answers[0];
      expect(listed, id).toMatchObject({ is_cut: true, value: expect.stringMatching(/^"\\æ+…$/) });
      expect(String(listed?.value).length).toBe(500);
      const [whole] = datapoint(await company.rest.get(id)).answers;
      expect(whole).toMatchObject({ is_cut: false, input_id: listed?.input_id });
      expect(String(whole?.value)).toHaveLength(LONGEST);
    }
  }, 300_000);

  test("leaves short answers and their notes as they are", async () => {
    await company.rest.set("Turnover", { status: "omitted", note: "n".repeat(500) });
    await company.rest.set("Assets", { status: "omitted", note: "n".repeat(501) });
    const { items } = await walk();
    const notes = ["Turnover", "Assets"].map((name) => items.find(({ id }) => id === name)?.answers[0]);
    expect(notes.map((one) => [one?.note?.length, one?.is_cut])).toEqual([
      [500, false],
      [500, true],
    ]);
  });

  test("cuts no character in two", async () => {
    const text = `${"a".repeat(498)}${"😀".repeat(10)}`;
    const { items: asked } = await walk();
    const free = asked.find(({ kind, axis, source, section }) => {
      return kind === "text" && axis === null && source === "input" && section.startsWith("C");
    });
    await company.rest.set(free?.id ?? "", { value: text });
    const listed = (await walk()).items.find(({ id }) => id === free?.id)?.answers[0];
    expect(listed).toMatchObject({ value: `${"a".repeat(498)}…`, is_cut: true });
  });

  test("shows twenty rows of many; the datapoint itself has all, and each of them alone", async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `site-${String(index).padStart(3, "0")}`);
    await answered(rows.map((member) => ({ datapoint: "AddressOfSite", member, value: "x".repeat(500) })));
    const { items, page_characters } = await walk();
    expect(Math.max(...page_characters)).toBeLessThan(PAGE_CHARACTERS_MAX);
    const listed = items.find(({ id }) => id === "AddressOfSite");
    expect(listed).toMatchObject({ is_answered: true, answer_count: 300 });
    expect(listed?.answers.map(({ member }) => member)).toEqual(rows.slice(0, 20));
    const whole = datapoint(await company.rest.get("AddressOfSite"));
    expect(whole.answers.map(({ member }) => member)).toEqual(rows);
    const one = datapoint(await company.rest.get("AddressOfSite", "?member=site-250"));
    expect([one.answer_count, one.answers.map(({ member }) => member)]).toEqual([1, ["site-250"]]);
  });
});

test("the history of a long text is bounded, and says that there is more", { timeout: 300_000 }, async () => {
  const { items } = await walk();
  const free = items.find(({ kind, axis, source, section }) => {
    return kind === "text" && axis === null && source === "input" && section.startsWith("C");
  });
  const name = free?.id ?? "";
  for (let version = 0; version < 60; version += 1) {
    await company.rest.set(name, { value: `${version} ${"x".repeat(LONGEST - 10)}` });
  }
  const answer = await company.rest.get(name);
  expect(answer.text.length).toBeLessThan(1_100_000);
  expect(answer.json()).toMatchObject({ has_more_history: true });
  expect(datapoint(answer).history[0]).toMatchObject({ version: 60 });
});

test("a report's attestations stay readable for an assistant, page by page", async () => {
  const { app, tenant } = company;
  await addReport(app.db, tenant);
  const report = await newestReport(app.db, tenant);
  const consultant = app.db.context(tenant, SCOPES, { principal: REPORT_CONSULTANT });
  const terms = { ...attestReport.example.input, report_id: report?.id, sha256: report?.sha256 };
  for (let index = 0; index < 60; index += 1) {
    await invoke(attestReport, consultant, { ...terms, statement: `${index} ${'"'.repeat(3_990)}` });
  }
  const key = await app.key(tenant);
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const args = { report_id: report?.id, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const answer = await app.as(key, "/api/mcp", toolCall("get_report_attestations", args));
    const [, data = "{}"] = /data: (.*)\n/.exec(answer.text) ?? [];
    const { result } = JSON.parse(data) as {
      result: {
        content: { text: string }[];
        structuredContent: { items: { id: string }[]; next_cursor: string | null };
      };
    };
    expect(result.content[0]?.text.length).toBeLessThan(PAGE_CHARACTERS_MAX);
    for (const { id } of result.structuredContent.items) seen.add(id);
    cursor = result.structuredContent.next_cursor;
  } while (cursor !== null);
  expect(seen.size).toBe(60);
});
