import { expect, test } from "vitest";
import { memberLabel, vsmeCatalog } from "../../../../src/modules/reports/datapoints/catalog.ts";
import { formerLabel } from "../../../../src/modules/reports/datapoints/former-labels.ts";
import { buildDocument } from "../../../../src/modules/reports/presentation/build-document.ts";
import { answer, reportSnapshot } from "../../../support/report-snapshots.ts";

/** What reports of a snapshot format say of the legal form and of the countries of its employees. */
function told(language: "da" | "en", format?: number): readonly (string | null)[] {
  const inputs = [
    answer("UndertakingsLegalForm", "vsme:PrivateLimitedLiabilityUndertakingMember"),
    answer("OperatesInMoreThanOneCountry", true),
    answer("NumberOfEmployeesForCountryOfEmploymentContract", 3, "country:HK"),
    answer("NumberOfEmployeesForCountryOfEmploymentContract", 4, "country:RS"),
  ];
  const snapshot = reportSnapshot({}, { inputs, ...(format === undefined ? {} : { format }) });
  const { facts } = buildDocument(snapshot, { standard_type: "vsme_comprehensive", language });
  const ofCountries = facts.filter(({ id }) => id.startsWith("NumberOfEmployeesForCountry"));
  const form = facts.find(({ id }) => id === "UndertakingsLegalForm")?.value_label ?? null;
  return [form, ...ofCountries.map(({ label }) => label.split(": ").at(-1) ?? null)];
}

test("a Danish report names the legal form by the law of companies, and one that was frozen before keeps its words", () => {
  expect(told("da")).toEqual(["Anpartsselskab (ApS)", "Hongkong", "Serbien"]);
  for (const format of [4, 5]) expect(told("da", format)).toEqual(["Privat aktieselskab", "SAR Hongkong", "Serbien"]);
  for (const format of [undefined, 5]) {
    expect(told("en", format)).toEqual(["Private limited liability undertaking", "Hong Kong", "Serbia"]);
  }
});

test("no two members of a list have one Danish label, and a former label is of a member that has another now", () => {
  const catalog = vsmeCatalog();
  let former = 0;
  for (const [list, members] of catalog.lists) {
    const labels = [...members.keys()].map((member) => memberLabel(catalog, list, member, "da"));
    expect(
      labels.filter((label, index) => labels.indexOf(label) !== index),
      list,
    ).toEqual([]);
    for (const member of members.keys()) {
      if (formerLabel(member) === undefined) continue;
      former += 1;
      expect(formerLabel(member)).not.toBe(memberLabel(catalog, list, member, "da"));
    }
  }
  expect(former).toBe(15);
});
