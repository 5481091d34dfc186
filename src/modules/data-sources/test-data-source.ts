import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SOURCE_FAILURES, SourceError } from "../../core/source-connector.ts";
import { appendAudit } from "../audit/index.ts";
import { accessOf } from "./connection.ts";
import { openCredentials } from "./data-source.ts";
import { pinHostKey, selectSource } from "./store-sources.ts";

const TIME_LIMIT_MS = 20_000;

export const testDataSource = defineOperation({
  name: "test_data_source",
  title: "Test a data source",
  description:
    "Signs in at the source and looks, within 20 seconds, without fetching anything. At the first contact with an SFTP " +
    "server its host key is pinned and shown: compare it with what the server's owner says.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({ id: z.uuid().describe("id of the data source") }),
  output: z.object({
    is_working: z.boolean(),
    error_code: z.union([z.enum(SOURCE_FAILURES), z.null()]),
    error_message: z.union([z.string(), z.null()]),
    host_key: z.union([z.string(), z.null()]),
  }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/data-sources/:id/test" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$data_source_id" },
    output: { is_working: true, error_code: null, error_message: null, host_key: null },
  },
  async run(ctx, { id }) {
    const source = await selectSource(ctx.db, id);
    if (source === undefined) throw notFound("data source");
    const { connection, credentials_sealed, host_key: pinned } = source;
    const connector = ctx.openSource(accessOf(connection, openCredentials(ctx, id, credentials_sealed), pinned));
    const ending = new AbortController();
    const late = (): void => ending.abort(new SourceError("unavailable", "the source did not answer in time"));
    const timer = setTimeout(late, TIME_LIMIT_MS);
    try {
      const { host_key } = await connector.test(ending.signal);
      if (host_key !== null && pinned === null) {
        await ctx.db.transaction(async (tx) => {
          await pinHostKey(tx, id, host_key);
          await appendAudit(ctx, tx, [{ action: "data_source.host_key_pinned", subject: id, payload: { host_key } }]);
        });
      }
      return { is_working: true, error_code: null, error_message: null, host_key };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return { is_working: false, error_code: error.failure, error_message: error.message, host_key: pinned };
    } finally {
      clearTimeout(timer);
      await connector.close();
    }
  },
});
