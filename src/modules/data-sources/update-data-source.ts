import { z } from "zod";
import { type Context, grantOf } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { asGiven, lineInput } from "../../core/visible-text.ts";
import { appendAudit } from "../audit/index.ts";
import {
  accessOf,
  assertReachable,
  type Connection,
  connection,
  type Credentials,
  credentials,
  originOf,
  receiverOf,
} from "./connection.ts";
import {
  dataSourceDetails,
  EXAMPLE_SOURCE,
  INTERVAL_MINUTES,
  openCredentials,
  sealCredentials,
} from "./data-source.ts";
import { selectDataSource } from "./store.ts";
import { lockSource, setNameAndInterval, setSource, type StoredSource } from "./store-sources.ts";

export const updateDataSource = defineOperation({
  name: "update_data_source",
  title: "Change a data source",
  description:
    "Changes name, interval, connection or credentials, pauses or resumes; what is left out stays. Another server needs its " +
    "credentials anew. accept_new_host_key forgets the pinned key of an SFTP server. Next: POST /data-sources/:id/test.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  input: z.object({
    id: z.uuid().describe("id of the data source"),
    name: lineInput(120).optional(),
    interval_minutes: INTERVAL_MINUTES.optional(),
    connection: connection.optional(),
    credentials: asGiven(credentials.optional().describe("Replaces all of them")),
    is_paused: z.boolean().optional(),
    accept_new_host_key: z.boolean().optional(),
  }),
  output: dataSourceDetails,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "PATCH", path: "/data-sources/:id" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$data_source_id", interval_minutes: 60 },
    output: EXAMPLE_SOURCE,
  },
  async run(ctx, { id, ...wanted }) {
    const changed = Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (changed.length === 0) {
      throw validationError([{ path: "", code: "nothing_to_change", message: "give at least one field to change" }]);
    }
    if (wanted.connection !== undefined) await assertReachable(ctx, wanted.connection);
    return await ctx.db.transaction(async (tx) => {
      const source = await lockSource(tx, id);
      if (source === undefined) throw notFound("data source");
      const { name = source.name, interval_minutes = source.interval_minutes } = wanted;
      const isSameWay = changed.every((field) => field === "name" || field === "interval_minutes");
      if (isSameWay) await setNameAndInterval(tx, id, { name, interval_minutes });
      else await setSource(tx, id, { name, interval_minutes, ...wayOf(ctx, source, wanted) });
      await appendAudit(ctx, tx, [{ action: "data_source.updated", subject: id, payload: { changed } }]);
      const updated = await selectDataSource(tx, id);
      if (updated === undefined) throw notFound("data source");
      return updated;
    });
  },
});

interface Wanted {
  readonly connection?: Connection | undefined;
  readonly credentials?: Credentials | undefined;
  readonly is_paused?: boolean | undefined;
  readonly accept_new_host_key?: boolean | undefined;
}

/** How the source is reached from now on. A new way begins as connected, due at once, with nothing held against it. */
function wayOf(
  ctx: Context,
  source: StoredSource,
  wanted: Wanted,
): Omit<Parameters<typeof setSource>[2], "name" | "interval_minutes"> {
  const where = wanted.connection ?? source.connection;
  if (where.kind !== source.connection.kind) {
    const message = `the source is of kind ${source.connection.kind}; connect a new one for another kind`;
    throw validationError([{ path: "connection.kind", code: "kind_is_fixed", message }]);
  }
  const isSameReceiver = receiverOf(where) === receiverOf(source.connection);
  // Whoever may change the source must not learn its secret by sending it to a server of their own.
  const kept = isSameReceiver ? openCredentials(ctx, source.id, source.credentials_sealed) : {};
  const newCredentials = wanted.credentials ?? kept;
  const host_key = isSameReceiver && wanted.accept_new_host_key !== true ? source.host_key : null;
  const access = accessOf(where, newCredentials, host_key);
  const isPaused = wanted.is_paused ?? source.status === "paused";
  return {
    connection: where,
    credentials_sealed: where.kind === "folder" ? null : sealCredentials(ctx, source.id, newCredentials),
    // New tokens of an e-conomic agreement are a new way to the same entries.
    origin: where.kind === "economic" ? source.origin : originOf(access),
    host_key,
    cursor: wanted.connection === undefined ? source.cursor : null,
    status: isPaused ? "paused" : "connected",
    grant_id: grantAfter(ctx, source, wanted),
    next_sync_at: isPaused ? null : ctx.clock.now().toISOString(),
  };
}

/** With which grant the source stops: that of whoever last said where it fetches from, or resumed what had stopped. */
function grantAfter({ principal }: Context, { grant_id }: StoredSource, wanted: Wanted): string | null {
  if (wanted.connection !== undefined || wanted.credentials !== undefined) return grantOf(principal);
  return grant_id !== null && wanted.is_paused === false ? grantOf(principal) : grant_id;
}
