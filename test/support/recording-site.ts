import { expect } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { selectReplacedReadings } from "../../src/modules/activities/index.ts";
import { verifyAudit } from "../../src/modules/audit/index.ts";
import { compareRollups, selectRestatingReadings } from "../../src/modules/emissions/index.ts";
import type { RecordedActivity } from "../../src/modules/records/record-view.ts";
import { testApp, type TestAppOptions, type TestKey } from "./app.ts";
import type { Answer } from "./http-client.ts";

export interface RecordingCompany {
  readonly tenant: TenantIdentity;
  readonly key: TestKey;
}

/** One file of an upload. */
interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** The service over HTTP on 2026-11-20, as those use it who record activities. Bodies are checked by the contract tests. */
export async function recordingSite(options: TestAppOptions = {}) {
  const app = await testApp(options);
  app.db.clock.set("2026-11-20T09:00:00Z");

  const json = (body: object): string => JSON.stringify(body);
  const post = async (
    { key }: RecordingCompany,
    body: object,
    headers: Readonly<Record<string, string>> = {},
    path = "/activities",
  ): Promise<Answer> =>
    await app.as(key, `/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: json(body),
    });
  const get = async ({ key }: RecordingCompany, path: string): Promise<unknown> =>
    (await app.as(key, `/api/v1${path}`)).json();

  return {
    app,
    post,
    get,
    async put({ key }: RecordingCompany, path: string, body: object): Promise<Answer> {
      const headers = { "content-type": "application/json" };
      return await app.as(key, `/api/v1${path}`, { method: "PUT", headers, body: json(body) });
    },
    async company(): Promise<RecordingCompany> {
      const tenant = await app.db.tenant();
      return { tenant, key: await app.key(tenant) };
    },
    bodyOf: (answer: Answer): RecordedActivity => answer.json() as unknown as RecordedActivity,
    async recorded(by: RecordingCompany, body: object): Promise<RecordedActivity> {
      const answer = await post(by, body);
      expect(answer.status, answer.text).toBe(201);
      return answer.json() as unknown as RecordedActivity;
    },
    /** The issues of a refused request, one a line. */
    async refusal(by: RecordingCompany, body: object): Promise<string> {
      const answer = await post(by, body);
      expect(answer.status, answer.text).toBe(400);
      return (answer.json().issues ?? []).map(({ path, code, message }) => `${path} ${code}: ${message}`).join("\n");
    },
    /** Total of 2026, kg. */
    async total(by: RecordingCompany): Promise<unknown> {
      const summary = await get(by, "/emissions/summary?from=2026-01-01&to=2026-12-31");
      return (summary as { readonly total_co2e_kg: unknown }).total_co2e_kg;
    },
    async upload({ key }: RecordingCompany, path: string, files: readonly SentFile[]): Promise<Answer> {
      const boundary = "----files-of-a-record";
      const parts = files.flatMap(({ name, content }) => [
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n`),
        Buffer.from(content),
        Buffer.from("\r\n"),
      ]);
      return await app.as(key, `/api/v1${path}`, {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
      });
    },
    /** The audit log verifies with every file, and the sums are those of the entries. */
    async intact({ tenant }: RecordingCompany): Promise<void> {
      const { db, files } = app.db.context(tenant);
      expect((await verifyAudit(db, files)).problems).toEqual([]);
      expect(await compareRollups(db)).toEqual([]);
      // What would change a closed year is said by readings that stand.
      expect(await db.readOnly(async (tx) => selectReplacedReadings(tx, await selectRestatingReadings(tx)))).toEqual(
        [],
      );
    },
  };
}

export type RecordingSite = Awaited<ReturnType<typeof recordingSite>>;

/** A month of mileage allowance: 207.39 kg. */
export const MILEAGE = {
  category_id: "transport.travel.private_car",
  description: "Kilometerpenge september",
  quantity: 1240,
  unit: "km",
  service_period_start: "2026-09-01",
  service_period_end: "2026-09-30",
  reason: "Driving log of the payroll system",
};
