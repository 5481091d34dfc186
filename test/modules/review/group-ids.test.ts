import { afterAll, beforeAll, expect, test } from "vitest";
import type { ReviewGroup } from "../../../src/modules/review/review-group.ts";
import { waitingLine } from "../../support/demo-review.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { record } from "../../support/ledger.ts";
import { ubl } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const SUPPLIER = { name: "Papirhandlen A/S", cvr: "31415926" };

// A sealed id holds supplier, account, cause and category: of a registered supplier and an account of a dozen characters it is
// longer than 200 characters, with the longest account that groups keep more than 300.
test.each(["2450-0010-01", "Kontorartikler ".repeat(7)])(
  "a group of a registered supplier on account %j is read and decided about by its id",
  async (gl_account) => {
    const by = await site.company();
    const content = ubl({ number: "1", supplier: SUPPLIER, lines: [{ text: "Diesel", amount: "800.00" }] });
    await site.ingest(by, { name: "register.xml", content });
    const line = waitingLine("suggested", { supplier_identifier: SUPPLIER.cvr, gl_account });
    await record(site.app.db.context(by.tenant), [line]);
    const groups = await site.items<ReviewGroup>(by, "/review-groups");
    const group = groups.find(({ suggested_category_id }) => suggested_category_id?.endsWith("office_supplies"));
    expect(group?.supplier.supplier_identity_id).toEqual(expect.any(String));
    expect(group?.id.length).toBeGreaterThan(200);
    expect(await site.get(by, `/review-groups/${group?.id}`)).toEqual(group);
    const said = { decision: "exclude", reason: "Private" };
    expect(await site.change(by, `/review-groups/${group?.id}/decide`, said)).toMatchObject({ decided_count: 1 });
  },
);
