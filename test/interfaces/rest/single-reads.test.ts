import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { reviewSources } from "../../support/demo-review.ts";
import { registerSources } from "../../support/demo-supplier-register.ts";
import type { Answer } from "../../support/http-client.ts";
import { type RecordingCompany, recordingSite, type RecordingSite } from "../../support/recording-site.ts";

interface Item {
  readonly id: string;
}

let site: RecordingSite;
let by: RecordingCompany;
let other: RecordingCompany;
let sources: ReadonlyMap<string, (tenant: TenantIdentity) => Promise<string>>;

beforeAll(async () => {
  site = await recordingSite();
  [by, other] = [await site.company(), await site.company()];
  sources = new Map([...reviewSources(site.app.db), ...registerSources(site.app.db)]);
});
afterAll(() => site.app.close());

/** Makes a record of the company, another one each time. */
async function made(placeholder: string): Promise<string> {
  const source = sources.get(placeholder);
  if (source === undefined) throw new Error(`nothing makes ${placeholder}`);
  return await source(by.tenant);
}

const idOf = (answer: Answer): string => {
  const { id } = answer.json();
  if (id === undefined) throw new Error(answer.text);
  return id;
};

let year = 2026;
const noneAnswer = async (): Promise<string> => {
  year -= 1;
  const body = { report_year: year, scope: "3", scope3_category: 14, reason: "We grant no franchises" };
  return idOf(await site.put(by, "/none-answers", body));
};
const categoryRule = async (): Promise<string> => {
  const body = { category_key: "purchases.services.it_services", supplier_name: "Nordisk Drift A/S" };
  return idOf(await site.post(by, body, {}, "/category-rules"));
};

let files = 0;
const uploadedFile = async (): Promise<string> => {
  files += 1;
  // The columns say neither what was paid nor for what.
  const name = `ukendt-${files}.csv`;
  const answer = await site.upload(by, "/activities/bulk", [{ name, content: `Felt A;Felt B\n${files};x\n` }]);
  expect(answer.status, answer.text).toBe(202);
  const upload = (await site.get(by, `/activities/bulk/${idOf(answer)}`)) as { readonly files: readonly Item[] };
  return upload.files[0]?.id ?? "";
};

describe.each([
  ["/upload-files", uploadedFile],
  ["/review-items", () => made("$review_item_id")],
  ["/review-groups", () => made("$review_group_id")],
  ["/review-group-decisions", () => made("$review_group_decision_id")],
  ["/none-answers", noneAnswer],
  ["/category-rules", categoryRule],
  ["/supplier-merges", () => made("$supplier_merge_id")],
  ["/supplier-period-rules", () => made("$supplier_period_rule_id")],
  ["/purchase-link-decisions", () => made("$purchase_link_decision_id")],
  ["/financial-years/2015-12-31/restatements", () => made("$pending_restatement_id")],
])("GET %s/:id", (path, make) => {
  const refusal = async (caller: RecordingCompany, id: string) => {
    const answer = await site.app.as(caller.key, `/api/v1${path}/${id}`);
    const { code, detail } = answer.json();
    return [answer.status, code, detail];
  };

  test("answers each record as the list shows it", async () => {
    const ids = [await make(), await make()];
    const { items } = (await site.get(by, `${path}?limit=200`)) as { readonly items: readonly Item[] };
    const listed = ids.map((wanted) => items.find(({ id }) => id === wanted));
    expect(listed).toEqual(ids.map((id) => expect.objectContaining({ id })));
    expect(await Promise.all(ids.map(async (id) => await site.get(by, `${path}/${id}`)))).toEqual(listed);
  });

  test("answers 404 for another company's id as for an unknown one, and 400 for what is no id", async () => {
    const id = await make();
    expect((await site.app.as(by.key, `/api/v1${path}/${id}`)).status).toBe(200);
    const unknown = await refusal(by, "0198c0de-0000-7000-8000-00000000dead");
    expect(unknown).toEqual([404, "resource.not_found", expect.stringMatching(/^No .+ with this id is visible/)]);
    expect(await refusal(other, id)).toEqual(unknown);
    expect(await refusal(by, "no%20id")).toEqual([400, "request.validation_failed", expect.any(String)]);
  });
});

describe("GET /financial-years/:period_end", () => {
  test("answers each year as the list shows it, closed and open ones", async () => {
    const company = await site.company();
    expect((await site.post(company, {}, {}, "/financial-years/2024-12-31/close")).status).toBe(200);
    const { years } = (await site.get(company, "/financial-years")) as { readonly years: readonly { to: string }[] };
    expect(years.length).toBeGreaterThan(2);
    const read = await Promise.all(years.map(async ({ to }) => await site.get(company, `/financial-years/${to}`)));
    expect(read).toEqual(years);
    expect(await site.get(company, "/financial-years/2024-12-31")).toMatchObject({ is_closed: true });
    expect(await site.get(by, "/financial-years/2024-12-31")).toMatchObject({ is_closed: false });
  });

  test("refuses a day on which no year ends, with the year that it lies in", async () => {
    const answer = await site.app.as(by.key, "/api/v1/financial-years/2024-06-30");
    expect(answer.json()).toMatchObject({ status: 400, issues: [{ path: "period_end", code: "no_such_year" }] });
  });
});
