import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { ServiceError } from "../../../src/core/errors.ts";
import { enterUploadFile } from "../../../src/modules/ingestion/enter-upload-file.ts";
import { ENTER_TEXTS, ENTERED_FIELDS } from "../../../web/features/documents/enter-texts.ts";
import { shippedCatalog } from "../../support/catalog.ts";
import { askingFile, fileToEnter } from "../../support/demo-files.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";

let service: Pipeline;
beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const FACTS = {
  issue_date: "2026-03-02",
  supplier_name: "Nordpap A/S",
  net_amount: 1000,
  currency: "DKK",
  category_id: "purchases.goods.office_supplies",
};

/** Issues of a refusal as path and code; none when it was booked. */
async function refused(company: Company, id: string, facts: object): Promise<string[]> {
  try {
    await invoke(enterUploadFile, company.ctx, { id, ...FACTS, ...facts });
    return [];
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    return (cause.extras.issues ?? []).map(({ path, code }) => `${path} ${code}`);
  }
}

test("whatever refuses an entered document has words in both languages, and its field, over all categories", async () => {
  const company = await service.company();
  const seen = new Set<string>();
  let id = await fileToEnter(company.ctx);
  const enter = async (facts: object): Promise<void> => {
    const issues = await refused(company, id, facts);
    for (const issue of issues) seen.add(issue);
    if (issues.length === 0) id = await fileToEnter(company.ctx);
  };
  await enter({ issue_date: "2027-01-02" });
  await enter({ net_amount: 0 });
  await enter({ gross_amount: 10 });
  await enter({ net_amount: 2e12 });
  await enter({ net_amount: -2e12 });
  await enter({ currency: "kr." });
  await enter({ currency: "XAF" });
  await enter({ category_id: "energy.fuel.gone" });
  const categories = (await shippedCatalog()).categories().filter(({ level }) => level === 3);
  expect(categories.length).toBeGreaterThan(100);
  for (const { key } of categories) await enter({ category_id: key });
  id = await askingFile(company.ctx);
  await enter({});
  expect([...seen]).toEqual(
    expect.arrayContaining(["issue_date in_future", "net_amount zero", "gross_amount below_net", "id is_table"]),
  );
  expect([...seen]).toEqual(expect.arrayContaining(["currency exchange_rate_missing", "category_id quantity_missing"]));
  for (const issue of seen) {
    const [path = "", code = ""] = issue.split(" ");
    expect(ENTER_TEXTS.da.words[code], issue).toBeDefined();
    expect(ENTER_TEXTS.en.words[code], issue).toBeDefined();
    if (path !== "category_id" && path !== "id") expect(ENTERED_FIELDS[path], issue).toBeDefined();
  }
  expect(Object.keys(ENTER_TEXTS.en.words)).toEqual(Object.keys(ENTER_TEXTS.da.words));
});
