import { z } from "zod";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { dayInput } from "../../core/moment.ts";
import { resolvePeriod } from "../../core/period.ts";
import { EXAMPLE_PCF_LISTED, pcfListItem, toPcfListItem } from "./pcf-record.ts";
import { selectApproved } from "./store.ts";

const WORDS_MAX = 20;

export const listPcfRecords = defineOperation({
  name: "list_pcf_records",
  title: "List product carbon footprints",
  description:
    "Approved product footprints of suppliers (PACT v3), newest first. pcf_excluding_biogenic_uptake and " +
    "pcf_including_biogenic_uptake are kg CO2e per declared unit (declared_unit_amount x declared_unit_of_measurement). " +
    "REST GET /pcf-records/:id has the PACT object as released.",
  layer: 2,
  scope: "factors:read",
  access: "read",
  input: z.object({
    q: z.string().min(1).max(200).describe("Words that occur in product, company or ids").optional(),
    valid_on: dayInput.describe("Valid on this day, e.g. 2026-06-30").optional(),
    ...pageInput,
  }),
  output: page(pcfListItem),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/pcf-records" },
  tool: true,
  callers: "any",
  example: {
    input: { q: "egeplanke", valid_on: "2026-06-30", limit: 10 },
    output: { items: [EXAMPLE_PCF_LISTED], next_cursor: null },
  },
  async run(ctx, { cursor, limit, ...filters }) {
    const { from, to } = resolvePeriod({ from: filters.valid_on, to: filters.valid_on });
    const words = (filters.q ?? "").split(/\s+/).filter((word) => word !== "");
    const filter = { valid: from === null || to === null ? null : { from, to }, words: words.slice(0, WORDS_MAX) };
    const purpose = { list: "list_pcf_records", filters };
    const recordPage = await keysetPage(ctx.cursors, purpose, { cursor, limit }, (after, count) =>
      selectApproved(ctx.db, filter, after, count),
    );
    return { items: recordPage.items.map(toPcfListItem), next_cursor: recordPage.next_cursor };
  },
});
