import { describe, expect, test } from "vitest";
import { SCOPES } from "../../../src/core/scopes.ts";
import type { DatapointView } from "../../../src/modules/reports/inputs/datapoint-view.ts";
import { call } from "../../support/http-client.ts";
import { answeringCompany, answersOverRest, refusedField } from "../../support/report-inputs.ts";

const company = answeringCompany();

interface Copied {
  readonly items: readonly { readonly datapoint: string; readonly member: string | null; readonly version: number }[];
  readonly skipped: readonly { readonly datapoint: string; readonly reason: string }[];
}
const copy = async (body: object): Promise<Copied> => (await company.rest.copy(body)).json() as unknown as Copied;
const views = async (query: string): Promise<DatapointView[]> =>
  (await company.rest.send("GET", `/report-inputs?limit=200&${query}`)).json().items as unknown as DatapointView[];

describe("copying another year's answers", () => {
  const LAST_YEAR = [
    { datapoint: "UndertakingsLegalForm", value: "vsme:CooperativeMember" },
    { datapoint: "Turnover", value: 13_000_000 },
    { datapoint: "CityOfSite", member: "a", value: "Odense" },
    { datapoint: "DescriptionOfMainBusinessRelationships", status: "omitted", note: "known to few" },
    { datapoint: "UndertakingHasConfirmedHumanRightsIncidentsInItsOwnWorkforce", value: false },
    { datapoint: "DescriptionOfSignificantMarketsTheUndertakingOperatesIn", value: "Denmark" },
  ];

  test("takes what outlasts a year, over no answer, and no figure unless it is named", async () => {
    await company.rest.setMany(LAST_YEAR, 2024);
    await company.rest.set("DescriptionOfSignificantMarketsTheUndertakingOperatesIn", { value: "Denmark and Norway" });
    await company.rest.set("CityOfSite", { member: "a", value: "Svendborg" }, 2024);
    const { items, skipped } = await copy({ from_year: 2024, report_year: 2025 });
    expect(items.map(({ datapoint, member, version }) => [datapoint, member, version])).toEqual([
      ["CityOfSite", "a", 1],
      ["DescriptionOfMainBusinessRelationships", null, 1],
      ["UndertakingsLegalForm", null, 1],
    ]);
    expect(items[0]).toMatchObject({ value: "Svendborg", report_year: 2025 });
    expect(skipped).toEqual([]);
    const named = await copy({ from_year: 2024, report_year: 2025, datapoints: ["Turnover"] });
    expect(named.items).toMatchObject([{ datapoint: "Turnover", value: 13_000_000 }]);
    expect((await copy({ from_year: 2024, report_year: 2025 })).items).toEqual([]);
  });

  test("can be kept to some disclosures, and refuses the year itself and one to come", async () => {
    await company.rest.setMany(LAST_YEAR, 2024);
    expect((await copy({ from_year: 2024, report_year: 2025, sections: ["C1"] })).items).toHaveLength(2);
    expect(refusedField(await company.rest.copy({ from_year: 2025, report_year: 2025 }))).toBe(
      "400 from_year same_year",
    );
    expect(refusedField(await company.rest.copy({ from_year: 2024, report_year: 2027 }))).toBe(
      "400 report_year in_future",
    );
  });

  test("refuses names that there are not", async () => {
    const years = { from_year: 2024, report_year: 2025 };
    expect(refusedField(await company.rest.copy({ ...years, sections: ["B1", "Z9"] }))).toBe(
      "400 sections.1 unknown_section",
    );
    expect(refusedField(await company.rest.copy({ ...years, datapoints: ["turnover"] }))).toBe(
      "400 datapoints.0 unknown_datapoint",
    );
  });

  test("answers by two at the same moment are written once", async () => {
    await company.rest.setMany(LAST_YEAR, 2024);
    const both = await Promise.all([1, 2, 3, 4].map(() => copy({ from_year: 2024, report_year: 2025 })));
    const counts = both.map(({ items }) => items.length);
    expect(counts.toSorted((left, right) => left - right)).toEqual([0, 0, 0, 4]);
  });
});

describe("the list of datapoints", () => {
  test("is each standard's, in its order, in Danish and English", async () => {
    const basic = await views("report_year=2025&standard_type=vsme_basic");
    expect(new Set(basic.map(({ section }) => section.charAt(0)))).toEqual(new Set(["B"]));
    const sections = [...new Set((await views("report_year=2025&section=C8")).map(({ section }) => section))];
    expect(sections).toEqual(["C8"]);
    const [turnover] = (await views("section=B1&language=da")).filter(({ id }) => id === "Turnover");
    expect(turnover).toMatchObject({ label: "Omsætning", kind: "number", unit: "money", source: "input" });
    expect(turnover?.help).toContain("valuta");
    const [form] = (await views("section=B1")).filter(({ id }) => id === "OtherUndertakingsLegalForm");
    expect(form?.help).toMatch(/^VSME 24\(e\)\. Asked if ".*legal form" is "Other .*"\.$/);
  });

  test("shows what is answered, and what people have not answered yet", async () => {
    const open = await views("report_year=2025&section=B11&unanswered=true");
    await company.rest.set("HasConvictionsOrFines", { value: false });
    const after = await views("report_year=2025&section=B11&unanswered=true");
    const [question, ...rests] = open.map(({ id }) => id);
    expect(question).toBe("HasConvictionsOrFines");
    // The number of convictions and the fines do not apply any more.
    expect(after.map(({ id }) => id)).toEqual(rests.slice(2));
    const [answered] = (await views("report_year=2025&section=B11")).filter(({ is_answered }) => is_answered);
    expect(answered).toMatchObject({ id: "HasConvictionsOrFines", answers: [{ value: false, version: 1 }] });
  });

  test("of the climate chapter has its numbers of the year, and what it shares with VSME", async () => {
    const chapter = await views("report_year=2025&standard_type=csrd");
    const first = chapter.findIndex(({ id }) => id.startsWith("E1"));
    expect(chapter.slice(0, first).map(({ id }) => id)).toEqual(expect.arrayContaining(["Turnover", "CarrierDensity"]));
    const price = chapter.find(({ id }) => id === "E1CarbonPrice");
    expect(price).toMatchObject({ section: "E1-8", unit: "money", axis: { name: "cl:E1CarbonPriceAxis" } });
    expect(price?.help).toMatch(/^ESRS E1 63\(c\)\. Asked if ".+" is yes\./);
    expect((await company.rest.set("E1CarbonPrice", { member: "fleet", value: 750 })).status).toBe(200);
    expect(refusedField(await company.rest.set("E1GrossScope1", { value: 1 }))).toBe("400 datapoint computed");
  });

  test("says what applies by the answers so far", async () => {
    const applies = async () =>
      (await views("report_year=2025&section=B11")).map(({ id, applies }) => [id.slice(0, 22), applies]);
    expect(await applies()).toContainEqual(["TotalNumberOfConvictio", null]);
    await company.rest.set("HasConvictionsOrFines", { value: false });
    expect(await applies()).toContainEqual(["TotalNumberOfConvictio", false]);
    await company.rest.set("HasConvictionsOrFines", { value: true });
    expect(await applies()).toContainEqual(["TotalNumberOfConvictio", true]);
    const open = await views("report_year=2025&section=B11&unanswered=true");
    expect(open.map(({ id }) => id.slice(0, 22))).toContain("TotalNumberOfConvictio");
    const name = "TotalNumberOfConvictionsForTheViolationOfAntiCorruptionAndAntiBriberyLaws";
    expect((await company.rest.get(name)).json()).toMatchObject({ applies: true });
  });

  test("leaves long lists of members to the datapoint itself", async () => {
    const [listed] = (await views("section=B1")).filter(({ id }) => id === "NaceSectorClassificationCodes");
    expect(listed).toMatchObject({ options: null });
    const whole = (await company.rest.get("NaceSectorClassificationCodes")).json() as unknown as DatapointView;
    expect(whole.options?.length).toBe(listed?.option_count);
    expect(whole.options).toContainEqual({ name: "nace:NACE_C3100", label: "C - 31.00 Manufacture of furniture" });
  });
});

describe("who may", () => {
  test("read without the right to write, and write with it alone", async () => {
    const reader = answersOverRest(company.app, await company.app.key(company.tenant, { scopes: ["reports:read"] }));
    expect((await reader.get("Turnover")).status).toBe(200);
    for (const answer of [
      await reader.set("Turnover", { value: 1 }),
      await reader.setMany([{ datapoint: "Turnover", value: 1 }]),
      await reader.copy({ from_year: 2024, report_year: 2025 }),
    ]) {
      expect(answer.json()).toMatchObject({ status: 403, scope_required: "reports:generate" });
    }
    const others = SCOPES.filter((scope) => scope !== "reports:read");
    const blind = answersOverRest(company.app, await company.app.key(company.tenant, { scopes: others }));
    expect((await blind.get("Turnover")).json()).toMatchObject({ status: 403, scope_required: "reports:read" });
  });

  test("sees nothing of another company's answers, nor of the sandbox's", async () => {
    await company.rest.set("Turnover", { value: 42 });
    const other = answersOverRest(company.app, await company.app.key(await company.app.db.tenant()));
    expect(await other.get("Turnover").then(({ text }) => text)).toContain('"history":[]');
    const key = await company.app.key(company.tenant, { environment: "sandbox" });
    const headers = { authorization: `Bearer ${key.key}` };
    const sandbox = await call(company.app.sandbox, "/api/v1/report-inputs/2025/Turnover", { headers });
    expect(sandbox.text).toContain('"history":[]');
  });
});
