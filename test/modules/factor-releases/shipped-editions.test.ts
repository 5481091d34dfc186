import { beforeAll, expect, test } from "vitest";
import { subjectOf } from "../../../src/modules/emissions/factor-choice/source-table.ts";
import { type CatalogTables, parseCatalogTables, readTableTexts } from "../../../src/modules/factors/catalog-tables.ts";
import { shippedTables } from "../../support/catalog.ts";

let tables: CatalogTables;
beforeAll(async () => {
  tables = parseCatalogTables(await readTableTexts(shippedTables));
});

test("every shipped factor of a subject with releases is of an edition that one of them names: else nothing would count by it", () => {
  const without = tables.factors.filter(({ key, source, release }) => {
    const releases = tables.releases.filter(({ subject }) => subject === subjectOf(key)?.subject);
    const editions = releases.flatMap((one) => one.editions.map((edition) => edition.split("@")));
    const isNamed = editions.some(([publisher = "", of]) => source.startsWith(publisher) && release === of);
    return releases.length > 0 && !isNamed;
  });
  expect([...new Set(without.map(({ source, release }) => `${source}@${release}`))]).toEqual([]);
});

test("every edition that the newest release of a subject names has factors among the shipped tables, and of earlier ones only the share-alike table is gone", () => {
  const empty = tables.releases.flatMap(({ subject, release, editions }) =>
    editions
      .filter((edition) => {
        const [publisher = "", of] = edition.split("@");
        return !tables.factors.some(
          ({ key, source, release: own }) =>
            subjectOf(key)?.subject === subject && source.startsWith(publisher) && own === of,
        );
      })
      .map((edition) => `${subject} ${release}: ${edition}`),
  );
  expect(empty).toEqual(["electricity 2026.1: Electricity Maps@read-2026-11"]);
});
