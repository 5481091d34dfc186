import { expect } from "vitest";
import { renderReport } from "../../src/modules/reports/index.ts";
import type { TestKey } from "../support/app.ts";
import { callForClient, consultant, consultantKey, grant } from "../support/consultants.ts";
import type { ingestingSite } from "../support/ingesting-site.ts";
import type { RecordingCompany } from "../support/recording-site.ts";
import type { Books } from "./book-files.ts";

export type BooksSite = Awaited<ReturnType<typeof ingestingSite>>;

/** A company of the books while they are played. */
export interface PlayedCompany extends RecordingCompany {
  readonly folder: string;
  /** Activity of each line, by the line's name in the books. */
  readonly activities: Map<string, string>;
}

/** The firm that attests the companies' reports. */
export interface Auditor {
  readonly consultant_id: string;
  readonly key: TestKey;
}

export async function auditorOf({ app }: BooksSite): Promise<Auditor> {
  const consultant_id = await consultant(app.db, "Klimarevision ApS");
  return { consultant_id, key: await consultantKey(app.db, consultant_id) };
}

/** A company of the enterprise plan that has stated its financial years. */
export async function openCompany(
  site: BooksSite,
  { folder, books, auditor }: { readonly folder: string; readonly books: Books; readonly auditor: Auditor },
): Promise<PlayedCompany> {
  const booked = books.companies[folder];
  if (booked === undefined) throw new Error(`the books have no company ${folder}`);
  const tenant = await site.app.db.tenant({ name: booked.name });
  await grant(site.app.db, tenant, auditor.consultant_id);
  const company = { folder, tenant, key: await site.app.key(tenant), activities: new Map<string, string>() };
  if (booked.financial_year_begins_in_month !== 1) {
    const month = String(booked.financial_year_begins_in_month).padStart(2, "0");
    const end = Object.keys(books.expected.companies[folder]?.financial_years ?? {})[0] ?? "";
    const years = [{ from: `${Number(end.slice(0, 4)) - 1}-${month}-01`, to: end }];
    const answer = await site.app.as(company.key, "/api/v1/financial-years", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ years, reason: "Articles of association" }),
    });
    expect(answer.status, answer.text).toBe(200);
  }
  return company;
}

/** A report of the year is made and signed off, which closes the year. */
export async function attest(
  { app }: BooksSite,
  company: PlayedCompany,
  { end, auditor }: { readonly end: string; readonly auditor: Auditor },
): Promise<void> {
  const post = (body: object) => ({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const wanted = { report_year: Number(end.slice(0, 4)), standard_type: "vsme_basic", format: "json" };
  const asked = await app.as(company.key, "/api/v1/reports", post(wanted));
  expect(asked.status, asked.text).toBe(202);
  await renderReport(app.db.context(company.tenant), asked.json().id ?? "");
  const listed = (await app.as(company.key, "/api/v1/reports")).json() as unknown as {
    readonly items: readonly { readonly id: string; readonly sha256: string }[];
  };
  const [report] = listed.items;
  const signed = await callForClient(app, `/api/v1/reports/${report?.id}/attestations`, {
    ...post({
      sha256: report?.sha256,
      name: "Karen Vig",
      role: "State-authorised public accountant",
      engagement_type: "limited",
      standard: "ISAE 3410",
      statement: "Nothing has come to our attention that speaks against the figures",
    }),
    caller: auditor.key,
    client: company.tenant.id,
  });
  expect(signed.status, signed.text).toBe(201);
}
