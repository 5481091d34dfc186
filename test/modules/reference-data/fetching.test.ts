import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256Hex } from "../../../src/core/content-hash.ts";
import { statement } from "../../../src/core/statement.ts";
import { loadCatalog } from "../../../src/modules/factors/index.ts";
import { readFreshness } from "../../../src/modules/reference-data/index.ts";
import { readConfig } from "../../../src/platform/config/config.ts";
import type { TestDatabase } from "../../support/database.ts";
import { forwardProxy } from "../../support/forward-proxy.ts";
import {
  ecbCsv,
  type EcbObservation,
  hicpJsonStat,
  levelOfMonths,
  type PublisherServer,
  statbankCsv,
} from "../../support/publisher-server.ts";
import { type ReferenceDataSite, referenceDataSite } from "../../support/reference-data-site.ts";

let site: ReferenceDataSite;
let db: TestDatabase;
let publishers: PublisherServer;

beforeEach(async () => {
  site = await referenceDataSite("2026-05-04T06:00:00Z");
  ({ db, publishers } = site);
});
afterEach(() => site.close());

/** Stored: USD 1.155832 for March 2026, and 1.182395 for February. */
const MARCH: EcbObservation = ["M", "USD", "2026-03", "1.1558318181818"];
const APRIL: EcbObservation = ["M", "USD", "2026-04", "1.1701"];

const catalog = () => loadCatalog(db.database.system);
const usdOfApril = async () => (await catalog()).exchangeRate("USD", "2026-04-10");
const FETCHES = statement(`select dataset from reference_data_fetches order by dataset limit 1000`);
const ENTRIES = statement(`
  select (select count(*) from emission_factors)::int as factors, (select count(*) from factor_releases)::int as releases limit 1`);

describe("off", () => {
  test("without REFERENCE_DATA=fetch no connection is made and nothing is written", async () => {
    const worker = site.worker({ REFERENCE_DATA: "off" });
    worker.start();
    expect(await worker.fetch("due")).toEqual([]);
    expect(await worker.fetch("all")).toEqual([]);
    await worker.close();
    expect(publishers.connections()).toBe(0);
    expect(await db.database.system.rows(FETCHES)).toEqual([]);
    expect(readConfig({}).reference_data).toBe("off");
  });
});

describe("exchange rates of the ECB", () => {
  test("a month that was missing becomes available; what is stored, factors and releases stay", async () => {
    publishers.ecb(ecbCsv([MARCH, APRIL, ["A", "USD", "2025", "1.1299831372549"], ["M", "SEK", "2026-04", ""]]));
    const before = await db.database.admin.rows(ENTRIES);
    expect((await usdOfApril())?.day).toBe("2026-03-31");
    const [record] = await site.worker().fetch("due");
    expect(record).toMatchObject({
      dataset: "ecb-means",
      outcome: "imported",
      http_status: 200,
      inserted: 1,
      unchanged: 2,
      refused: 0,
      reason: null,
    });
    expect(await usdOfApril()).toEqual({
      currency: "USD",
      day: "2026-04-30",
      kind: "monthly_average",
      per_eur: "1.1701",
      source: "European Central Bank, euro reference rates, mean of the month",
    });
    expect((await catalog()).exchangeRate("USD", "2026-03-10")?.per_eur).toBe("1.155832");
    expect(await db.database.admin.rows(ENTRIES)).toEqual(before);
  });

  test("asks for means of months and years of the last years, and keeps the hash of the file that it read", async () => {
    const file = ecbCsv([MARCH, APRIL]);
    publishers.ecb(file);
    const [record] = await site.worker().fetch("due");
    expect(publishers.asked[0]).toBe(
      "/service/data/EXR/M+A..EUR.SP00.A?startPeriod=2024&detail=dataonly&format=csvdata",
    );
    expect(record).toMatchObject({ body_bytes: Buffer.byteLength(file), content_hash: sha256Hex(file) });
  });

  test("the mean of a month that is not over is left for later", async () => {
    publishers.ecb(ecbCsv([MARCH, APRIL, ["M", "USD", "2026-05", "1.18"], ["A", "USD", "2026", "1.17"]]));
    expect((await site.worker().fetch("due"))[0]).toMatchObject({ outcome: "imported", inserted: 1 });
    expect((await catalog()).exchangeRate("USD", "2026-05-03")?.day).toBe("2026-04-30");
  });

  test("a rate that moves too far is refused and told, the others are taken, and a corrected file is taken next time", async () => {
    const sek: EcbObservation = ["M", "SEK", "2026-04", "10.9"];
    publishers.ecb(ecbCsv([MARCH, ["M", "USD", "2026-04", "11.701"], sek]));
    const worker = site.worker();
    const [record] = await worker.fetch("due");
    expect(record).toMatchObject({ outcome: "imported", inserted: 1, refused: 1 });
    expect(record?.reason).toMatch(/USD monthly_average 2026-04-30: 11.701 is more than 1.5 times away from 1.155832/);
    const [freshness] = await readFreshness(db.database.system, "2026-05-04T07:00:00Z");
    expect(freshness?.problem).toMatch(/^1 refused: USD/);
    expect((await usdOfApril())?.day).toBe("2026-03-31");
    db.clock.set("2026-05-05T06:00:01Z");
    publishers.ecb(ecbCsv([MARCH, APRIL, sek]));
    expect((await worker.fetch("due"))[0]).toMatchObject({ outcome: "imported", inserted: 1, refused: 0 });
    expect((await readFreshness(db.database.system, "2026-05-05T07:00:00Z"))[0]?.problem).toBeNull();
  });

  test("rates the other way round are refused, though each moved by less than the factor", async () => {
    publishers.ecb(
      ecbCsv([
        ["M", "USD", "2026-03", "0.865178"],
        ["M", "USD", "2026-04", "0.854628"],
      ]),
    );
    const [record] = await site.worker().fetch("due");
    expect(record).toMatchObject({ outcome: "refused", inserted: 0, refused: 2 });
    expect(record?.reason).toMatch(/the file has 0.865178 for 2026-03-31 where 1.155832 is stored/);
  });
});

describe("price levels", () => {
  test("a year of the euro area is added once its twelve months are there", async () => {
    const years: Record<string, number> = {
      ...levelOfMonths(2024, 126.07, { separator: "-" }),
      ...levelOfMonths(2025, 128.75, { separator: "-" }),
      ...levelOfMonths(2026, 131.2, { separator: "-", count: 11 }),
    };
    publishers.eurostat(hicpJsonStat(years));
    const worker = site.worker();
    const byName = async () => (await worker.fetch("all")).find(({ dataset }) => dataset === "eurostat-hicp");
    expect(await byName()).toMatchObject({ outcome: "unchanged", unchanged: 2, inserted: 0, refused: 0 });
    publishers.eurostat(hicpJsonStat({ ...years, "2026-12": 132.4 }));
    expect(await byName()).toMatchObject({ outcome: "imported", inserted: 1, unchanged: 2 });
    // (11 x 131.2 + 132.4) / 12
    expect((await catalog()).priceIndex("EA", 2026)).toMatchObject({ year: 2026, index_value: "131.3" });
  });

  test("another base or another group of goods is refused as a whole", async () => {
    const levels = levelOfMonths(2025, 100, { separator: "-" });
    for (const codes of [{ unit: "I25" }, { coicop18: "CP045" }, { geo: "DK" }]) {
      publishers.eurostat(hicpJsonStat(levels, codes));
      const record = (await site.worker().fetch("all")).find(({ dataset }) => dataset === "eurostat-hicp");
      expect(record, JSON.stringify(codes)).toMatchObject({ outcome: "refused", inserted: 0 });
      expect(record?.reason).toMatch(/must be (I15|TOTAL|EA) alone/);
    }
  });

  test("Denmark's own index is a series of its own by its base year, and goes before the one that ends earlier", async () => {
    publishers.statbank(statbankCsv(danishLevels(2010)));
    const record = (await site.worker().fetch("all")).find(({ dataset }) => dataset === "statbank-cpi");
    expect(record).toMatchObject({ outcome: "imported", inserted: 16, refused: 0 });
    const { priceIndex } = await catalog();
    expect(priceIndex("DK", 2026)).toMatchObject({
      year: 2025,
      index_value: "100",
      series: "CPI all items, Statistics Denmark, 2025=100",
    });
    expect(priceIndex("DK", 2023)?.series).toBe("CPI all items, Statistics Denmark, 2025=100");
  });

  test("a series that begins later than the one it would replace is refused", async () => {
    publishers.statbank(statbankCsv(danishLevels(2020)));
    const record = (await site.worker().fetch("all")).find(({ dataset }) => dataset === "statbank-cpi");
    expect(record).toMatchObject({ outcome: "refused", inserted: 0 });
    expect(record?.reason).toMatch(/begins in 2020, later than DK CPI all items/);
    expect((await catalog()).priceIndex("DK", 2025)?.year).toBe(2024);
  });
});

/** Levels as StatBank would have them with 2025 = 100: those that ship for Denmark, 1.9 % more in 2025. */
function danishLevels(from: number): Record<string, string> {
  const shipped = [
    93.3417, 95.9167, 98.2167, 98.9917, 99.55, 100, 100.25, 101.4, 102.225, 103, 103.4333, 105.35, 113.4583, 117.2083,
    118.8167, 121.0742,
  ];
  const years = shipped.map((level, index) => [2010 + index, ((level / 121.0742) * 100).toFixed(1)] as const);
  return Object.assign(
    {},
    ...years.filter(([year]) => year >= from).map(([year, level]) => levelOfMonths(year, level, { separator: "M" })),
  ) as Record<string, string>;
}

describe("what publishers may answer", () => {
  test("an answer that is no file of the format changes nothing and is told", async () => {
    publishers.ecb("<!DOCTYPE html><html><body>The service is temporarily unavailable</body></html>");
    const [record] = await site.worker().fetch("due");
    expect(record).toMatchObject({ outcome: "refused", http_status: 200, inserted: 0, refused: 1 });
    expect(record?.reason).toMatch(/columns missing/);
  });

  test("an error is tried again after six hours, not before", async () => {
    publishers.ecb((response) => response.writeHead(503).end("busy"));
    const worker = site.worker();
    expect((await worker.fetch("due"))[0]).toMatchObject({
      outcome: "failed",
      http_status: 503,
      content_hash: null,
      reason: "the answer has status 503",
    });
    publishers.ecb(ecbCsv([MARCH, APRIL]));
    db.clock.set("2026-05-04T11:59:00Z");
    expect(await worker.fetch("due")).toEqual([]);
    db.clock.set("2026-05-04T12:01:00Z");
    expect((await worker.fetch("due"))[0]).toMatchObject({ dataset: "ecb-means", outcome: "imported" });
  });

  test("a redirect is not followed", async () => {
    publishers.ecb((response) => response.writeHead(302, { location: `${publishers.url}/elsewhere` }).end());
    expect((await site.worker().fetch("due"))[0]).toMatchObject({ outcome: "failed", http_status: 302 });
    expect(publishers.asked).not.toContain("/elsewhere");
  });

  test("no more than the bound is read, compressed or not", async () => {
    const large = Buffer.alloc(17 * 1024 * 1024, 32);
    for (const answer of [large, gzipSync(large)]) {
      publishers.ecb(answer);
      const record = (await site.worker().fetch("all")).find(({ dataset }) => dataset === "ecb-means");
      expect(record).toMatchObject({ outcome: "refused", content_hash: null });
      expect(record?.reason).toMatch(/larger than 16777216 bytes/);
    }
  });

  test("a compressed file is read, and its hash is that of the plain file", async () => {
    const file = ecbCsv([MARCH, APRIL]);
    publishers.ecb(gzipSync(file));
    expect((await site.worker().fetch("due"))[0]).toMatchObject({ outcome: "imported", content_hash: sha256Hex(file) });
  });

  test("two weeks without an answer are a problem, a day is not", async () => {
    publishers.ecb(ecbCsv([MARCH, APRIL]));
    const worker = site.worker();
    await worker.fetch("due");
    publishers.ecb((response) => response.destroy());
    db.clock.set("2026-05-05T07:00:00Z");
    expect((await worker.fetch("due"))[0]).toMatchObject({ outcome: "failed", http_status: null });
    expect((await readFreshness(db.database.system, "2026-05-05T08:00:00Z"))[0]?.problem).toBeNull();
    expect((await readFreshness(db.database.system, "2026-05-20T08:00:00Z"))[0]?.problem).toMatch(
      /^no answer since 2026-05-04/,
    );
  });
});

describe("where requests go", () => {
  test("through the proxy of the setting, which is asked for the publisher", async () => {
    const proxy = await forwardProxy();
    try {
      const worker = site.worker({ REFERENCE_DATA_PROXY_URL: proxy.url, ECB_URL: "https://mirror.example.org" });
      const [record] = await worker.fetch("due");
      expect(record).toMatchObject({ outcome: "failed", reason: "the outgoing proxy made no connection (502)" });
      expect(proxy.asked.map(({ target }) => target)).toEqual(["mirror.example.org:443"]);
    } finally {
      await proxy.close();
    }
  });

  test("a private address is refused unless its range is opened", async () => {
    const [record] = await site.worker({ ECB_URL: "https://10.1.2.3" }).fetch("due");
    expect(record).toMatchObject({ outcome: "failed", http_status: null });
    expect(record?.reason).toMatch(/must lead to a public host/);
  });
});

describe("several processes", () => {
  test("one of them fetches each dataset, once a day or a week", async () => {
    publishers.ecb(ecbCsv([MARCH, APRIL]));
    const [one, other] = [site.worker(), site.worker()];
    const records = (await Promise.all([one.fetch("due"), other.fetch("due"), one.fetch("due")])).flat();
    expect(records.map(({ dataset }) => dataset).toSorted()).toEqual([
      "ecb-means",
      "eds-declaration",
      "eurostat-hicp",
      "statbank-cpi",
    ]);
    expect(publishers.asked).toHaveLength(4);
    db.clock.set("2026-05-05T06:00:01Z");
    expect((await other.fetch("due")).map(({ dataset }) => dataset)).toContain("ecb-means");
  });

  test("what a process held when it ended is fetched by another one after its lease", async () => {
    const hold = statement(`
      insert into reference_data_schedule (dataset, due_at, locked_by, locked_until)
      values ('ecb-means', $1::timestamptz, gen_random_uuid(), $1::timestamptz + interval '10 minutes')`);
    await db.database.system.rows(hold, ["2026-05-04T06:00:00Z"]);
    publishers.ecb(ecbCsv([MARCH, APRIL]));
    const worker = site.worker();
    const names = async () => (await worker.fetch("all")).map(({ dataset }) => dataset);
    expect(await names()).not.toContain("ecb-means");
    db.clock.set("2026-05-04T06:10:01Z");
    expect(await names()).toContain("ecb-means");
  });
});
