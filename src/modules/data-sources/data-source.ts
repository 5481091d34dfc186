import { z } from "zod";
import type { Context } from "../../core/context.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { SOURCE_FAILURES } from "../../core/source-connector.ts";
import { connection, type Credentials, credentials } from "./connection.ts";

/** Sources of one company and environment that are fetched from. */
export const SOURCES_MAX = 50;
/** A deleted source keeps its record, so that documents can name it. */
const moment = z.union([z.iso.datetime(), z.null()]);

/** A source in the list. */
export const dataSource = z.object({
  id: z.uuid(),
  connector: z.string().describe("upload, folder, imap, s3, sftp or economic"),
  name: z.string(),
  status: z.string().describe("connected, syncing, idle, error, needs_attention or paused"),
  last_sync_at: moment,
  next_sync_at: moment,
  pending_count: z.int().describe("Documents received and not yet processed"),
  review_count: z.int().describe("Documents waiting for a person"),
  failed_count: z.int().describe("Documents that were refused or could not be fetched"),
  error_code: z.union([z.enum(SOURCE_FAILURES), z.null()]),
  error_message: z.union([z.string(), z.null()]),
  created_by: z.union([z.string(), z.null()]).describe("null for uploads"),
  created_by_name: z.union([z.string(), z.null()]),
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(dataSource, { name: "DataSource" });

/** One source with how it is reached; credentials are never part of it. */
export const dataSourceDetails = dataSource.extend({
  connection: z.union([connection, z.null()]).describe("null for uploads"),
  interval_minutes: z.int(),
  host_key: z
    .union([z.string(), z.null()])
    .describe("sftp: fingerprint of the server's key, pinned at the first contact"),
});
SCHEMA_NAMES.add(dataSourceDetails, { name: "DataSourceDetails" });

export type DataSourceDetails = z.output<typeof dataSourceDetails>;

export const INTERVAL_MINUTES = z.int().min(5).max(10_080).describe("Minutes between two syncs");

/** What sealed credentials are bound to: a copy in another row, company or environment does not open. */
function binding({ tenant }: Pick<Context, "tenant">, id: string): string {
  return `data source ${tenant.id} ${tenant.environment} ${id}`;
}

export function sealCredentials(ctx: Context, id: string, givenCredentials: Credentials): Buffer {
  return ctx.secrets.seal(Buffer.from(JSON.stringify(givenCredentials)), binding(ctx, id));
}

/** @throws Error when the row was tampered with or the installation's key is another */
export function openCredentials(ctx: Context, id: string, sealed: Uint8Array | null): Credentials {
  if (sealed === null) return {};
  return credentials.parse(JSON.parse(Buffer.from(ctx.secrets.open(sealed, binding(ctx, id))).toString("utf8")));
}

export const EXAMPLE_SOURCE: DataSourceDetails = {
  id: "0198c0de-0000-7000-8000-000000000051",
  connector: "imap",
  name: "Bills mailbox",
  status: "idle",
  last_sync_at: "2026-11-21T08:00:00.000000Z",
  next_sync_at: "2026-11-21T09:00:00.000000Z",
  pending_count: 0,
  review_count: 1,
  failed_count: 0,
  error_code: null,
  error_message: null,
  created_by: "api_key:0198c0de-0000-7000-8000-000000000010",
  created_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
  connection: {
    kind: "imap",
    host: "mail.example.com",
    port: 993,
    user: "bills@example.com",
    mailbox: "INBOX",
    has_tls: true,
  },
  interval_minutes: 60,
  host_key: null,
};
