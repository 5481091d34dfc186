import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { numberingSources } from "../data-sources/index.ts";
import { EXAMPLE_SOURCES, purchaseSources, purchaseSourcesRecord } from "../purchases/index.ts";

export const getPurchaseSources = defineOperation({
  name: "get_purchase_sources",
  title: "Read which sources tell of purchases",
  description:
    "What invoices, ledger, bank, card and utility statements are for the company, since when each tells of something, and whether " +
    "the company chose that or it follows from what has come: a connected ledger is the company's books, and where the books are " +
    "here rows of the bank are payments.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({}),
  output: purchaseSourcesRecord,
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/settings/purchase-sources" },
  tool: false,
  callers: "any",
  example: { input: {}, output: EXAMPLE_SOURCES },
  async run(ctx) {
    const is_ledger_connected = (await numberingSources(ctx.db)).size > 0;
    return await purchaseSources(ctx.db, { is_ledger_connected });
  },
});
