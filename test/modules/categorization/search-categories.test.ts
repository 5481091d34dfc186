import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";

let app: TestApp;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  key = await app.key(await app.db.tenant());
});
afterAll(() => app.close());

interface Search {
  readonly q: string;
  readonly level?: string;
  readonly parent_id?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

async function ask(search: Search) {
  return await app.as(key, `/api/v1/emission-categories?${new URLSearchParams({ ...search }).toString()}`);
}

/** Keys of the page that the words find, best first. */
async function found(q: string, rest: Omit<Search, "q"> = {}): Promise<string[]> {
  const answer = await ask({ q, ...rest });
  expect(answer.status, answer.text).toBe(200);
  return (answer.json().items ?? []).map((item) => String(item.key));
}

describe("list_emission_categories with q", () => {
  test.each([
    ["AdBlue", "purchases.materials.chemicals"],
    ["maling", "purchases.materials.chemicals"],
    ["kontorstole", "capital.goods.furniture"],
    ["kuglepenne", "purchases.goods.office_supplies"],
    ["chokoladekager", "purchases.food.canteen"],
    ["FRUGTORDNING", "purchases.food.canteen"],
    ["gulvmaling", "purchases.materials.chemicals"],
    // Not "bortskaffelse", which has it within.
    ["kaffe", "purchases.food.canteen"],
    ["qwertzuiop", undefined],
  ])("finds %s by the goods of invoices", async (words, category) => {
    expect((await found(words))[0]).toBe(category);
  });

  test("puts names before goods, and a name that begins with the words first", async () => {
    const diesel = await found("diesel", { level: "3" });
    expect(diesel[0]).toBe("transport.own.diesel");
    const names = await found("naturgas");
    expect(names[0]).toBe("energy.stationary.natural_gas");
    const both = await found("papir", { level: "3" });
    expect(both.indexOf("purchases.materials.paper")).toBeLessThan(both.indexOf("purchases.goods.office_supplies"));
    expect(both).toContain("purchases.goods.office_supplies");
  });

  test("finds names in both languages, without regard to case and accents, and keys", async () => {
    expect(await found("NATURAL GAS")).toContain("energy.stationary.natural_gas");
    expect((await found("JETBRAENDSTOF"))[0]).toBe("transport.own.jet");
    expect((await found("stationary.natural"))[0]).toBe("energy.stationary.natural_gas");
  });

  test("finds what a word begins that is still typed, from three letters on", async () => {
    expect(await found("adb")).toContain("purchases.materials.chemicals");
    expect(await found("ad")).not.toContain("purchases.materials.chemicals");
    expect((await found("kontorsto", { level: "3" }))[0]).toBe("capital.goods.furniture");
  });

  test("keeps its order from page to page, binds the cursor to the words, and lists the taxonomy in its own order without them", async () => {
    const whole = await found("olie", { limit: "200" });
    expect(whole.length).toBeGreaterThan(4);
    const walked: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await ask({ q: "olie", limit: "2", ...(cursor === undefined ? {} : { cursor }) });
      walked.push(...(answer.json().items ?? []).map((item) => String(item.key)));
      cursor = answer.json().next_cursor ?? undefined;
      if (walked.length === 2) {
        expect((await ask({ q: "oli", limit: "2", cursor: String(cursor) })).json()).toMatchObject({
          code: "pagination.invalid_cursor",
        });
      }
    } while (cursor !== undefined);
    expect(walked).toEqual(whole);
    const first = await app.as(key, "/api/v1/emission-categories?limit=2");
    expect((first.json().items ?? []).map((item) => item.key)).toEqual(["energy", "energy.stationary"]);
  });

  test("goes with the other filters, and refuses no words and too many", async () => {
    expect(await found("maling", { parent_id: "purchases.materials" })).toEqual(["purchases.materials.chemicals"]);
    expect(await found("maling", { level: "1" })).toEqual([]);
    expect(await found("!!!")).toEqual([]);
    for (const q of ["", " ", "x".repeat(121)]) {
      expect((await ask({ q })).json(), JSON.stringify(q)).toMatchObject({
        status: 400,
        code: "request.validation_failed",
        issues: [{ path: "q" }],
      });
    }
  });
});
