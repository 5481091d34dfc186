import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { InstrumentRecord } from "../../../src/modules/energy-instruments/instrument-record.ts";
import type { Answer } from "../../support/http-client.ts";
import type { RecordingCompany, RecordingSite } from "../../support/recording-site.ts";

/** Cancelled guarantees of origin of so many MWh, generated in 2025, with numbers that nobody else has. */
export function guarantee(mwh: number) {
  const first = BigInt(`0x${randomBytes(10).toString("hex")}`) * 1000n;
  return {
    kind: "guarantee_of_origin",
    name: "Vindmøllepark Nord",
    market: "DK",
    technology: "wind",
    kg_co2e_per_kwh: 0,
    mwh,
    period_from: "2025-01-01",
    period_to: "2025-12-31",
    registry: "DK",
    number_ranges: [{ from: String(first), to: String(first + BigInt(mwh) - 1n) }],
    cancellation: { date: "2026-02-10", beneficiary: "Os A/S", is_for_company: true },
    note: "Cancellation statement",
  };
}

export const CONTRACT = {
  kind: "contract",
  name: "Solpark Syd",
  market: "DK",
  technology: "solar",
  kg_co2e_per_kwh: 0,
  mwh: 20,
  period_from: "2025-01-01",
  period_to: "2025-12-31",
  certificates: "none_issued",
  note: "Contract, section 3",
};

export const PRODUCT = {
  ...CONTRACT,
  kind: "supplier_product",
  name: "Grøn strøm",
  technology: "renewable_mix",
  certificates: "cancelled_by_supplier",
};

export const noticeCodes = (notices: readonly { readonly code: string }[]): string[] => notices.map(({ code }) => code);

/** What tests ask of the register. */
export function instrumentCalls(site: RecordingSite) {
  const answered = (answer: Answer, status: number): InstrumentRecord => {
    expect(answer.status, answer.text).toBe(status);
    return answer.json() as unknown as InstrumentRecord;
  };
  const patch = async ({ key }: RecordingCompany, id: string, body: object): Promise<Answer> =>
    await site.app.as(key, `/api/v1/energy-instruments/${id}`, {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    patch,
    registered: async (by: RecordingCompany, body: object) =>
      answered(await site.post(by, body, {}, "/energy-instruments"), 201),
    corrected: async (by: RecordingCompany, id: string, body: object) => answered(await patch(by, id, body), 200),
    done: async (by: RecordingCompany, id: string, what: "cancel" | "withdraw", body: object) =>
      answered(await site.post(by, body, {}, `/energy-instruments/${id}/${what}`), 200),
    /** Path and code of each issue of a refused request. */
    async refused(by: RecordingCompany, path: string, body: object): Promise<string[]> {
      const answer = await site.post(by, body, {}, path);
      expect(answer.status, answer.text).toBe(400);
      return (answer.json().issues ?? []).map((issue) => `${issue.path} ${issue.code}`);
    },
  };
}
