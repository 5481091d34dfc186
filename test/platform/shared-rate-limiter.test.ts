import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SystemDb } from "../../src/core/context.ts";
import type { RateStore } from "../../src/core/rate-limits.ts";
import { statement } from "../../src/core/statement.ts";
import { announceProcess, type Presence } from "../../src/platform/db/process-presence.ts";
import { MemoryRateStore } from "../../src/platform/rates/rate-limiter.ts";
import { pruneRates, sharedRateStore } from "../../src/platform/rates/shared-rate-limiter.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";

let db: TestDatabase;
let statements = 0;
let system: SystemDb;

beforeAll(async () => {
  db = await testDatabase();
  system = {
    ...db.database.system,
    rows: (...given) => {
      statements += 1;
      return db.database.system.rows(...given);
    },
  };
});
afterAll(() => db.close());
beforeEach(async () => {
  db.clock.set("2026-06-15T12:00:20.000Z");
  await db.database.system.rows(statement("delete from rate_counters"));
  statements = 0;
});

/** The limiter of one process. */
function limiter(isAlone: () => boolean): RateStore {
  return sharedRateStore({ system, clock: db.clock, own: new MemoryRateStore(db.clock), isAlone });
}

/** What the database counts; a key is a digest. */
const COUNTERS = statement("select key from rate_counters order by key limit 1000");

const several = (): boolean => false;
const alone = (): boolean => true;

describe("several processes on one database", () => {
  test("give one limit together, and each tells what is left of it", async () => {
    const [one, two] = [limiter(several), limiter(several)];
    const left: number[] = [];
    for (let taken = 0; taken < 10; taken += 1) left.push((await (taken % 2 ? one : two).take("a", 10, 60)).remaining);
    expect(left).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const store of [one, two]) {
      expect(await store.take("a", 10, 60)).toMatchObject({ is_allowed: false, remaining: 0, reset_after_seconds: 40 });
    }
    expect(await one.take("b", 10, 60)).toMatchObject({ is_allowed: true, remaining: 9 });
    db.clock.advance(40);
    expect(await two.take("a", 10, 60)).toMatchObject({ is_allowed: true, remaining: 9 });
  });

  test("let exactly as many of a crowd through as the limit says", async () => {
    const stores = [limiter(several), limiter(several), limiter(several)];
    const takes = await Promise.all(
      stores.flatMap((store) => Array.from({ length: 20 }, async () => await store.take("c", 25, 60))),
    );
    expect(takes.filter(({ is_allowed }) => is_allowed)).toHaveLength(25);
  });

  test("count on in the window that was begun when one of their clocks is behind", async () => {
    const [one, two] = [limiter(several), limiter(several)];
    db.clock.set("2026-06-15T12:01:00.100Z");
    for (let taken = 0; taken < 5; taken += 1) await one.take("d", 5, 60);
    db.clock.set("2026-06-15T12:00:59.900Z");
    expect((await two.take("d", 5, 60)).is_allowed).toBe(false);
  });

  test("look at what all of them have left without taking any of it", async () => {
    const [one, two] = [limiter(several), limiter(several)];
    const untouched = { is_allowed: true, limit: 3, remaining: 3, reset_after_seconds: 40 };
    expect(await one.look("g", 3, 60)).toMatchObject(untouched);
    expect(await db.database.system.rows(COUNTERS)).toEqual([]);
    for (const remaining of [2, 1, 0]) {
      await one.take("g", 3, 60);
      for (const store of [two, one, two]) expect(await store.look("g", 3, 60)).toMatchObject({ limit: 3, remaining });
    }
    expect(await two.take("g", 3, 60)).toMatchObject({ is_allowed: false });
    expect(await one.look("g", 2, 60)).toMatchObject({ limit: 2, remaining: 0 });
    expect(await one.look("h", 3, 60)).toMatchObject(untouched);
    db.clock.advance(39);
    expect(await one.look("g", 3, 60)).toMatchObject({ remaining: 0, reset_after_seconds: 1 });
    db.clock.advance(1);
    expect(await one.look("g", 3, 60)).toMatchObject({ remaining: 3, reset_after_seconds: 60 });
  });

  test("look at the window that was begun when their own clock is behind", async () => {
    const [one, two] = [limiter(several), limiter(several)];
    db.clock.set("2026-06-15T12:01:00.100Z");
    for (let taken = 0; taken < 4; taken += 1) await one.take("i", 5, 60);
    db.clock.set("2026-06-15T12:00:59.900Z");
    expect(await two.look("i", 5, 60)).toMatchObject({ remaining: 1 });
  });

  test("keep neither names nor addresses, and what is over is removed", async () => {
    await limiter(several).take("ip:203.0.113.77", 5, 60);
    expect(JSON.stringify(await db.database.system.rows(COUNTERS))).not.toContain("203.0.113.77");
    db.clock.set("2026-06-15T12:02:00.000Z");
    await pruneRates(system, db.clock);
    expect(await db.database.system.rows(COUNTERS)).toEqual([]);
  });
});

describe("a process alone", () => {
  test("counts without a statement, as the memory does", async () => {
    const [shared, memory] = [limiter(alone), new MemoryRateStore(db.clock)];
    for (let taken = 0; taken < 7; taken += 1) {
      expect(await shared.take("e", 5, 60)).toEqual(memory.take("e", 5, 60));
      expect(await shared.look("e", 5, 60)).toEqual(memory.look("e", 5, 60));
    }
    expect(statements).toBe(0);
  });

  test("of several tells the same as one alone", async () => {
    const [shared, memory] = [limiter(several), new MemoryRateStore(db.clock)];
    for (let taken = 0; taken < 7; taken += 1) {
      expect(await shared.take("f", 5, 60)).toEqual(memory.take("f", 5, 60));
      expect(await shared.look("f", 5, 60)).toEqual(memory.look("f", 5, 60));
    }
  });
});

describe("the processes that serve a database", () => {
  const announced = (): Promise<Presence> =>
    announceProcess({ system, newId: db.context(TENANT).newId, onError: (error) => expect.unreachable(String(error)) });

  test("know of each other until they end, or fall silent", async () => {
    const first = await announced();
    expect(first.isAlone()).toBe(true);
    const second = await announced();
    expect(second.isAlone()).toBe(false);
    await expect.poll(() => first.isAlone(), { timeout: 20_000 }).toBe(false);
    await second.end();
    await expect.poll(() => first.isAlone(), { timeout: 20_000 }).toBe(true);
    await first.end();
    const silent = statement(
      "insert into service_processes (id, seen_at) values (gen_random_uuid(), now() - interval '16 seconds')",
    );
    await db.database.system.rows(silent);
    const third = await announced();
    expect(third.isAlone()).toBe(true);
    await third.end();
  });
});

const TENANT = {
  id: "0198c0de-0000-7000-8000-000000000000",
  name: "",
  country: "DK",
  plan: "starter",
  environment: "live",
} as const;
