import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { EXAMPLE_FOOTPRINT, pactFootprint, validity } from "../../../src/modules/pcf/pact-footprint.ts";
import { PCF_EVENTS, PCF_STATUSES, pcfAfter } from "../../../src/modules/pcf/pcf-states.ts";
import { testApp, type TestApp, type TestKey } from "../../support/app.ts";

let app: TestApp;
let tenant: TenantIdentity;
let key: TestKey;

beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant();
  key = await app.key(tenant);
});
afterAll(() => app.close());
beforeEach(() => app.db.clock.advance(60));

interface Reply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
async function send(method: string, path: string, body?: object, as: TestKey = key): Promise<Reply> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": "application/json" };
  const answer = await app.as(as, `/api/v1${path}`, { method, headers, ...json });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

let made = 0;
function footprint(changes: object = {}, pcf: object = {}) {
  made += 1;
  const id = `3fa1c7d2-0b5e-4c8e-9a41-${String(made).padStart(12, "0")}`;
  return { ...EXAMPLE_FOOTPRINT, id, ...changes, pcf: { ...EXAMPLE_FOOTPRINT.pcf, ...pcf } };
}
const submit = (pact: object, as: TestKey = key) => send("POST", "/pcf-records", { pact }, as);
async function approved(pact: object, as: TestKey = key): Promise<string> {
  const id = String((await submit(pact, as)).body["id"]);
  expect((await send("POST", `/pcf-records/${id}/approve`, {}, as)).status).toBe(200);
  return id;
}
async function listed(query = "", as: TestKey = key): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { body } = await send("GET", `/pcf-records${query}`, undefined, as);
  return body["items"] as readonly Readonly<Record<string, unknown>>[];
}

const AUDIT = statement(`
  select action from audit_events where tenant_id = $1 and environment = $2 and subject = $3 order by seq limit 100`);
async function actionsOf(id: string): Promise<string[]> {
  return (await app.db.context(tenant).db.rows<{ action: string }>(AUDIT, [id])).map(({ action }) => action);
}

const ALLOWED = {
  submitted: { approve: "approved", reject: "rejected", deprecate: "-" },
  approved: { approve: "-", reject: "-", deprecate: "deprecated" },
  rejected: { approve: "-", reject: "-", deprecate: "-" },
  deprecated: { approve: "-", reject: "-", deprecate: "-" },
} as const;

test.each(PCF_STATUSES.flatMap((status) => PCF_EVENTS.map((event) => [status, event] as const)))(
  "a footprint that is %s answers %s as the table says",
  (status, event) => {
    const expected = ALLOWED[status][event];
    if (expected === "-") expect(() => pcfAfter(status, event)).toThrow(/not possible/);
    else expect(pcfAfter(status, event)).toBe(expected);
  },
);

describe("submitting a footprint", () => {
  test("keeps the object untouched, members that nobody knows included, and waits for approval", async () => {
    const pact = {
      ...footprint({
        comment: "Æble 🍎",
        extensions: [{ specVersion: "2.0.0", data: { "x-y": [1.5, null, "1.50"] } }],
      }),
      unknownMember: { b: 1, a: 2 },
    };
    const { status, body } = await submit(pact);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: "submitted", pact_id: pact.id, pcf_including_biogenic_uptake: -1146.6 });
    expect(body["pact"]).toEqual(pact);
    expect((await send("GET", `/pcf-records/${String(body["id"])}`)).body).toEqual(body);
    expect((await listed()).map((row) => row["id"])).not.toContain(body["id"]);
    expect(await actionsOf(String(body["id"]))).toEqual(["pcf_record.submitted"]);
  });

  test("again answers the same record, whatever the order of members, and refuses other content under the id", async () => {
    const pact = footprint();
    const first = await submit(pact);
    const again = await submit(Object.fromEntries(Object.entries(pact).toReversed()));
    expect(again).toEqual(first);
    const other = await submit({ ...pact, companyName: "En anden A/S" });
    expect(other.body).toMatchObject({ status: 400, issues: [{ path: "pact.id", code: "id_taken" }] });
    expect(await actionsOf(String(first.body["id"]))).toEqual(["pcf_record.submitted"]);
  });

  const REQUIRED =
    "id specVersion created status companyName companyIds productDescription productIds productNameCompany";
  test.each([...REQUIRED.split(" "), "pcf"])("refuses one without %s", async (member) => {
    const { [member]: _, ...rest } = footprint() as Record<string, unknown>;
    expect((await submit(rest)).body).toMatchObject({ status: 400, issues: [{ path: `pact.${member}` }] });
  });

  test.each(Object.keys(EXAMPLE_FOOTPRINT.pcf).filter((member) => member !== "geographyCountry"))(
    "refuses one without pcf.%s",
    async (member) => {
      const pact = footprint({}, { [member]: undefined });
      expect((await submit(pact)).body).toMatchObject({ status: 400, issues: [{ path: `pact.pcf.${member}` }] });
    },
  );

  test.each([
    ["a number for a decimal", {}, { pcfExcludingBiogenicUptake: 118.4 }, "pcf.pcfExcludingBiogenicUptake"],
    ["an exponent", {}, { fossilGhgEmissions: "1e3" }, "pcf.fossilGhgEmissions"],
    ["a decimal comma", {}, { fossilCarbonContent: "0,5" }, "pcf.fossilCarbonContent"],
    ["a declared amount of zero", {}, { declaredUnitAmount: "0.00" }, "pcf.declaredUnitAmount"],
    ["a negative fossil part", {}, { fossilGhgEmissions: "-1" }, "pcf.fossilGhgEmissions"],
    ["a unit that PACT does not have", {}, { declaredUnitOfMeasurement: "kg" }, "pcf.declaredUnitOfMeasurement"],
    ["two places", {}, { geographyRegionOrSubregion: "Europe" }, "pcf.geographyCountry"],
    ["a period that runs backwards", {}, { referencePeriodEnd: "2024-01-01T00:00:00Z" }, "pcf.referencePeriodEnd"],
    [
      "a packaging figure that is not included",
      {},
      { packagingEmissionsIncluded: false, packagingGhgEmissions: "1" },
      "pcf.packagingGhgEmissions",
    ],
    ["version 2", { specVersion: "2.3.0" }, {}, "specVersion"],
    ["a status other than Active", { status: "Deprecated" }, {}, "status"],
    ["an id that is no URN", { productIds: ["12345"] }, {}, "productIds.0"],
    ["an id twice", { companyIds: ["urn:a:b", "urn:a:b"] }, {}, "companyIds"],
    ["a date without time", { created: "2026-02-01" }, {}, "created"],
    ["a day that no calendar has", { created: "2026-02-30T00:00:00Z" }, {}, "created"],
    ["a validity that ends before it starts", { validityPeriodEnd: "2020-01-01T00:00:00Z" }, {}, "validityPeriodEnd"],
  ])("refuses %s and names it", async (_case, changes, pcf, path) => {
    const reply = await submit(footprint(changes, pcf));
    expect(reply.body).toMatchObject({ status: 400, issues: [{ path: `pact.${path}` }] });
  });

  test("takes any offset that ISO 8601 knows", async () => {
    const reply = await submit(footprint({ validityPeriodStart: "2026-01-01T10:00:00+23:00" }));
    expect([reply.status, reply.body["valid_from"]]).toEqual([201, "2025-12-31T11:00:00.000000Z"]);
  });

  test("refuses half a character, in the object and in names", async () => {
    const reply = await submit(footprint({ comment: "\ud800" }));
    expect(reply.body).toMatchObject({ status: 400, issues: [{ path: "pact.comment", code: "invalid_text" }] });
    const name = await send("POST", "/suppliers", { supplier_name: "A\ud800" });
    expect(name.status).toBe(400);
  });

  test("refuses an object of more than 64 KiB", async () => {
    const reply = await submit(footprint({ comment: "x".repeat(66_000) }));
    expect(reply.body).toMatchObject({ status: 400, issues: [{ path: "pact", code: "too_big" }] });
  });
});

test("without a stated validity a footprint is valid for 3 years from the end of its reference period", () => {
  const pact = pactFootprint.parse(footprint());
  expect(validity(pact)).toEqual({ from: "2026-01-01T00:00:00.000000Z", to: "2029-01-01T00:00:00.000000Z" });
  const stated = { ...pact, validityPeriodStart: "2025-06-01T00:00:00Z", validityPeriodEnd: "2025-12-31T23:59:59Z" };
  expect(validity(stated)).toEqual({ from: "2025-06-01T00:00:00.000000Z", to: "2025-12-31T23:59:59.000000Z" });
});

describe("list_pcf_records", () => {
  test("[contract 2.2.pcf, 4.2.pcf] shows approved footprints only, the newest first; a successor takes its predecessor's place", async () => {
    const own = await app.key(await app.db.tenant());
    const old = footprint();
    const oldId = await approved(old, own);
    const rejectedId = String((await submit(footprint(), own)).body["id"]);
    await send("POST", `/pcf-records/${rejectedId}/reject`, { reason: "wrong product" }, own);
    const otherId = await approved(footprint(), own);
    expect((await listed("", own)).map((row) => row["id"])).toEqual([otherId, oldId]);
    const newId = await approved(footprint({ precedingPfIds: [old.id] }), own);
    expect((await listed("", own)).map((row) => row["id"])).toEqual([newId, otherId]);
    const again = await send("POST", `/pcf-records/${oldId}/deprecate`, { reason: "twice" }, own);
    expect(again.body).toMatchObject({ status: 400, issues: [{ code: "invalid_transition" }] });
    await send("POST", `/pcf-records/${otherId}/deprecate`, { reason: "withdrawn" }, own);
    expect((await listed("", own)).map((row) => row["id"])).toEqual([newId]);
  });

  test("finds words in product, company and ids, and what was valid on a day, ends included", async () => {
    const own = await app.key(await app.db.tenant());
    const oak = await approved(footprint({ productNameCompany: "Egeplanke", productIds: ["urn:gtin:5701234"] }), own);
    const limits = { validityPeriodStart: "2025-03-01T12:00:00Z", validityPeriodEnd: "2025-09-30T12:00:00Z" };
    const birch = await approved(footprint({ productNameCompany: "Birkefiner", ...limits }), own);
    const ids = async (query: string) => (await listed(query, own)).map((row) => row["id"]);
    expect(await ids("?q=skovens%20EGE")).toEqual([oak]);
    expect(await ids("?q=5701234")).toEqual([oak]);
    expect(await ids("?q=ege%20birk")).toEqual([]);
    expect(await ids("?valid_on=2025-03-01")).toEqual([birch]);
    expect(await ids("?valid_on=2025-09-30")).toEqual([birch]);
    expect(await ids("?valid_on=2025-10-01")).toEqual([]);
    expect(await ids("?valid_on=2026-01-01")).toEqual([oak]);
    expect(await ids("?valid_on=2029-01-02")).toEqual([]);
  });

  test.each(["30-06-2026", "2026-6-30", "2026-02-30", "2026-06-30T00:00:00Z", "yesterday"])(
    "refuses %s as a day and names the form",
    async (day) => {
      const { body } = await send("GET", `/pcf-records?valid_on=${day}`);
      const message = "must be a day as YYYY-MM-DD, e.g. 2026-06-30";
      expect(body).toMatchObject({ status: 400, issues: [{ path: "valid_on", message }] });
    },
  );

  test("another company and the other environment see nothing, not even by id", async () => {
    const id = await approved(footprint());
    const foreign = await app.key(await app.db.tenant());
    expect(await listed("", foreign)).toEqual([]);
    const refused = await send("POST", `/pcf-records/${id}/deprecate`, { reason: "x" }, foreign);
    expect([refused.status, refused.body["code"]]).toEqual([404, "resource.not_found"]);
    const read = await send("GET", `/pcf-records/${id}`, undefined, foreign);
    expect([read.status, read.body["code"]]).toEqual([404, "resource.not_found"]);
  });
});
