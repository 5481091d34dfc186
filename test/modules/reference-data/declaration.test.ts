import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { importFactors, loadCatalog } from "../../../src/modules/factors/index.ts";
import type { TestDatabase } from "../../support/database.ts";
import {
  type DeclaredHour,
  declarationJson,
  declaredHours,
  type PublisherServer,
} from "../../support/publisher-server.ts";
import { type ReferenceDataSite, referenceDataSite } from "../../support/reference-data-site.ts";

let site: ReferenceDataSite;
let db: TestDatabase;
let publishers: PublisherServer;

beforeEach(async () => {
  site = await referenceDataSite("2026-03-04T06:00:00Z");
  ({ db, publishers } = site);
});
afterEach(() => site.close());

async function fetched() {
  return (await site.worker().fetch("all")).find(({ dataset }) => dataset === "eds-declaration");
}

const declared = async () =>
  (await loadCatalog(db.database.system)).factors().filter(({ key }) => key.includes(".grid_declaration."));
const RELEASES = statement(`
  select (select jsonb_agg(to_jsonb(r) order by subject, release) from factor_releases r) as shipped,
    (select count(*) from factor_releases_in_force)::int as in_force limit 1`);

const WINTER: readonly DeclaredHour[] = [
  ...declaredHours("DK1", "2026-01", (hour) => (hour % 2 === 0 ? 100 : 140.5)),
  ...declaredHours("DK2", "2026-01", 90),
];

describe("the declaration of Danish electricity", () => {
  test("asks for both areas by the method 125 %, this year and the last, all rows", async () => {
    publishers.energinet(declarationJson(WINTER));
    await fetched();
    const asked = new URL(publishers.asked.at(-1) ?? "", publishers.url);
    expect(asked.pathname).toBe("/dataset/DeclarationGridEmission");
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      start: "2025-01-01T00:00",
      end: "2027-01-01T00:00",
      filter: '{"PriceArea":["DK1","DK2"],"FuelAllocationMethod":["125%"]}',
      columns: "HourUTC,HourDK,PriceArea,FuelAllocationMethod,Edition,CO2PerkWh",
      sort: "HourUTC asc",
      timezone: "dk",
      limit: "0",
    });
  });

  test("is stored as a factor per area and month: the mean of its hours in kg", async () => {
    publishers.energinet(declarationJson(WINTER));
    expect(await fetched()).toMatchObject({ outcome: "imported", inserted: 2, refused: 0, reason: null });
    expect(await declared()).toMatchObject([
      {
        key: "electricity.dk1.grid_declaration.2026.m01.kwh",
        region: "DK-DK1",
        kg_co2e_per_unit: "0.12025",
        valid_year: 2026,
        boundary: "generation",
        scope: 2,
      },
      { key: "electricity.dk2.grid_declaration.2026.m01.kwh", region: "DK-DK2", kg_co2e_per_unit: "0.09" },
    ]);
    const [{ release, licence, note, source } = { release: "", licence: "", note: "", source: "" }] = await declared();
    expect(release).toMatch(/^125% 2026-01 to 2026-01, [0-9a-f]{8}$/);
    expect(source).toBe("Energinet, Energi Data Service (DeclarationGridEmission)");
    expect(licence).toMatch(/Energinet/);
    expect(note).toMatch(/direct CO2 only.*plain mean of 744 of 744 hours/);
  });

  test("the same figures are the same edition, revised ones another beside it, and no release is touched", async () => {
    publishers.energinet(declarationJson(WINTER));
    await fetched();
    const before = await declared();
    const releases = await db.database.admin.rows(RELEASES);
    expect(await fetched()).toMatchObject({ outcome: "unchanged", inserted: 0, unchanged: 2 });
    const revised = WINTER.map((hour) => (hour.PriceArea === "DK2" ? { ...hour, CO2PerkWh: 95 } : hour));
    publishers.energinet(declarationJson(revised));
    expect(await fetched()).toMatchObject({ outcome: "imported", inserted: 2 });
    const after = await declared();
    expect(after.slice(0, 2)).toEqual(before);
    expect(new Set(after.map(({ release }) => release)).size).toBe(2);
    expect(await db.database.admin.rows(RELEASES)).toEqual(releases);
  });

  test("months with summer time have an hour fewer or more, and hours of the year's turn are of their Danish month", async () => {
    db.clock.set("2026-12-01T06:00:00Z");
    const months = ["2026-03", "2026-10"].flatMap((month) => declaredHours("DK1", month, 100));
    expect(months.map(({ HourUTC }) => HourUTC).slice(0, 1)).toEqual(["2026-02-28T23:00:00"]);
    publishers.energinet(declarationJson(months));
    expect(await fetched()).toMatchObject({ inserted: 2 });
    expect((await declared()).map(({ note }) => /mean of (\d+ of \d+) hours/.exec(note ?? "")?.[1])).toEqual([
      "743 of 743",
      "745 of 745",
    ]);
  });

  test("months that are not over, preliminary or without all their hours are left for later", async () => {
    const preliminary = declaredHours("DK2", "2026-02", 80).map((hour) => ({ ...hour, Edition: "Preliminary" }));
    publishers.energinet(
      declarationJson([
        ...declaredHours("DK1", "2026-01", 100),
        ...declaredHours("DK1", "2026-02", 100).slice(0, 600),
        ...preliminary,
        ...declaredHours("DK2", "2026-03", 80),
      ]),
    );
    expect(await fetched()).toMatchObject({ outcome: "imported", inserted: 1, refused: 0 });
    expect((await declared()).map(({ key }) => key)).toEqual(["electricity.dk1.grid_declaration.2026.m01.kwh"]);
  });

  test("a few hours without a figure do not keep a month out, and the factor says so", async () => {
    publishers.energinet(declarationJson(declaredHours("DK1", "2026-01", (hour) => (hour < 3 ? null : 100))));
    expect(await fetched()).toMatchObject({ inserted: 1 });
    expect((await declared())[0]).toMatchObject({ kg_co2e_per_unit: "0.1" });
    expect((await declared())[0]?.note).toMatch(/741 of 744 hours/);
  });
});

describe("what is refused and told", () => {
  test.each([
    ["kg in place of g", declaredHours("DK1", "2026-01", 0.12), /mean of 0.12 g CO2 per kWh is not plausible/],
    ["an hour below zero", declaredHours("DK1", "2026-01", (hour) => (hour === 5 ? -1 : 100)), /has -1 g CO2 per kWh/],
    [
      "a month far from the one before",
      [...declaredHours("DK1", "2026-01", 300), ...declaredHours("DK1", "2026-02", 40)],
      /DK1 2026-02: 0.04 kg per kWh is more than 5 times away from 0.3 of 2026-01/,
    ],
  ])("%s", async (_, hours, reason) => {
    publishers.energinet(declarationJson(hours));
    const record = await fetched();
    expect(record?.refused).toBe(1);
    expect(record?.reason).toMatch(reason);
  });

  test("a month that differs by more than twice from the edition before", async () => {
    publishers.energinet(declarationJson(declaredHours("DK1", "2026-01", 100)));
    await fetched();
    publishers.energinet(declarationJson(declaredHours("DK1", "2026-01", 210)));
    expect(await fetched()).toMatchObject({ outcome: "refused", inserted: 0, refused: 1 });
  });

  test.each([
    ["another method", declarationJson(WINTER.map((hour) => ({ ...hour, FuelAllocationMethod: "200%" }))), /200%/],
    ["a part of the rows", declarationJson(WINTER, 9_999), /1488 of 9999 rows/],
    ["another dataset", JSON.stringify({ dataset: "CO2Emis", records: [] }), /is of CO2Emis/],
    ["a page of a proxy", "<html>", /no answer of Energi Data Service/],
    ["rows of another form", JSON.stringify({ records: [{ HourUTC: "2026" }] }), /row 1 is not of the columns/],
  ])("a file with %s as a whole", async (_, file, reason) => {
    publishers.energinet(file);
    const record = await fetched();
    expect(record).toMatchObject({ outcome: "refused", inserted: 0, refused: 1 });
    expect(record?.reason).toMatch(reason);
    expect(await declared()).toEqual([]);
  });
});

test("a person imports the same file, and one that moved far: who looks at it is asked nothing", async () => {
  const file = declarationJson([...declaredHours("DK1", "2026-01", 300), ...declaredHours("DK1", "2026-02", 40)]);
  const report = await importFactors(db.database.admin, "eds-declaration", Buffer.from(file), null, {
    today: "2026-03-04",
  });
  expect(report).toMatchObject({ read: 2, inserted: 2, rejected: [] });
});
