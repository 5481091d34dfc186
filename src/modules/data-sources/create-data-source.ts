import { z } from "zod";
import { grantOf } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { asGiven, lineInput } from "../../core/visible-text.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { accessOf, assertReachable, connection, credentials, originOf } from "./connection.ts";
import { dataSourceDetails, EXAMPLE_SOURCE, INTERVAL_MINUTES, sealCredentials, SOURCES_MAX } from "./data-source.ts";
import { selectDataSource } from "./store.ts";
import { countSources, insertSource } from "./store-sources.ts";

export const createDataSource = defineOperation({
  name: "create_data_source",
  title: "Connect a data source",
  description:
    "Connects a folder, mailbox (IMAP), S3 bucket, SFTP directory or e-conomic agreement, from which new documents are " +
    "fetched regularly. Credentials are stored encrypted and never shown again. Next: POST /data-sources/:id/test.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    name: lineInput(120),
    connection,
    credentials: asGiven(credentials.optional()),
    interval_minutes: INTERVAL_MINUTES.optional(),
  }),
  output: dataSourceDetails,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "POST", path: "/data-sources", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: {
      name: EXAMPLE_SOURCE.name,
      connection: { kind: "imap", host: "mail.example.com", user: "bills@example.com" },
      credentials: { password: "the mailbox's password" },
    },
    output: { ...EXAMPLE_SOURCE, status: "connected", last_sync_at: null, review_count: 0 },
  },
  async run(ctx, { name, connection: where, credentials: givenCredentials = {}, interval_minutes = 60 }) {
    const origin = originOf(accessOf(where, givenCredentials, null));
    await assertReachable(ctx, where);
    const id = ctx.newId();
    const credentials_sealed = where.kind === "folder" ? null : sealCredentials(ctx, id, givenCredentials);
    const terms = { name, interval_minutes, connection: where, credentials_sealed, origin };
    const next_sync_at = ctx.clock.now().toISOString();
    return await ctx.db.transaction(async (tx) => {
      // Taken before counting: two at once cannot both be the last one.
      await lockAuditChain(tx);
      if ((await countSources(tx)) >= SOURCES_MAX) {
        const message = `${SOURCES_MAX} data sources are connected already; delete one first`;
        throw validationError([{ path: "connection", code: "limit_reached", message }]);
      }
      await insertSource(tx, {
        id,
        ...terms,
        created_by: ctx.principal.actor,
        next_sync_at,
        grant_id: grantOf(ctx.principal),
      });
      const payload = { connector: where.kind };
      await appendAudit(ctx, tx, [{ action: "data_source.created", subject: id, payload }]);
      const created = await selectDataSource(tx, id);
      if (created === undefined) throw notFound("data source");
      return created;
    });
  },
});
