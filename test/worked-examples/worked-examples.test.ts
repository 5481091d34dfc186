import { Big } from "big.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shippedCatalog } from "../support/catalog.ts";
import { recordingSite, type RecordingSite } from "../support/recording-site.ts";
import { besidePrinted, ELECTRICITY_EXAMPLES, EXAMPLES } from "./published-examples.ts";
import { type InForce, recordedKg } from "./record-line.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite({ uploads: { max_file_bytes: 10_000, max_total_bytes: 100_000 } });
});
afterAll(() => site.app.close());

describe("a published calculation is reproduced with the publisher's own factors, loaded and approved by the company", () => {
  test.each(EXAMPLES.map((example) => ({ name: `${example.id}, ${example.title}`, ...example })))(
    "$name",
    async (example) => {
      const by = await site.company();
      const inForce: InForce = new Map();
      let total = new Big(0);
      for (const line of example.lines) {
        const kg = await recordedKg(site, by, line, { publisher: example.publisher, inForce });
        const ofLine = besidePrinted(kg, line);
        if (ofLine !== null) expect(ofLine.counted, line.what).toBe(ofLine.printed);
        total = total.plus(kg);
      }
      const ofAll = besidePrinted(total, example);
      expect(ofAll).not.toBeNull();
      expect(ofAll?.counted).toBe(ofAll?.printed);
      await site.intact(by);
    },
  );
});

describe("the table", () => {
  const categories = new Set(EXAMPLES.flatMap(({ lines }) => lines.map(({ category_id }) => category_id)));
  const hasAny = (prefix: string) => [...categories].some((category) => category.startsWith(prefix));

  test("has at least forty calculations, each told by publisher and place, and no two by one name", () => {
    const all = [...EXAMPLES, ...ELECTRICITY_EXAMPLES];
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.filter(({ page, section, address }) => (page ?? section ?? address) === undefined)).toEqual([]);
  });

  test("has every category of scope 3", async () => {
    const catalog = await shippedCatalog();
    const ofScope3 = new Map(catalog.categories().map((category) => [category.key, category.default_scope3_category]));
    const counted = [...categories].map((key) => ofScope3.get(key) ?? null).filter((number) => number !== null);
    expect([...new Set(counted)].toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
    ]);
  });

  test("has every kind beside fuel and electricity but district cooling, of which no calculation could be read", () => {
    const kinds = [
      "energy.fugitive.",
      "energy.process.",
      "energy.heat.district_heating",
      "energy.heat.steam",
      "energy.heat.district_cooling",
      "energy.electricity.own",
      "transport.commuting.homeworking",
    ];
    expect(kinds.filter((kind) => !hasAny(kind))).toEqual(["energy.heat.district_cooling"]);
  });

  test("says which lines the product only adds up: a franchisee's own figures", () => {
    const stated = EXAMPLES.filter(({ lines }) => lines.some(({ stated_kg }) => stated_kg !== undefined));
    expect(stated.map(({ id }) => id)).toEqual(["14.1"]);
  });
});
