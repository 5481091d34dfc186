import { z } from "zod";
import { sha256Hex } from "../../core/content-hash.ts";
import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";
import type { SourceAccess } from "../../core/source-connector.ts";

const host = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[^\s/@?#\\[\]]+$/, "must be a host name or an address");
const word = z.string().min(1).max(255);
/** No climbing and no hidden names, whichever side the path is on. */
const path = z
  .string()
  .max(500)
  .regex(/^(?:[^/.\0\\][^/\0\\]*(?:\/[^/.\0\\][^/\0\\]*)*)?$/, "must be a relative path without hidden parts");

/** Where a source is; nothing in it is secret. */
export const connection = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("folder"),
    path: path.describe("Below the company's own folder; empty: all of it"),
  }),
  z.strictObject({
    kind: z.literal("imap"),
    host,
    port: z.int().min(1).max(65_535).default(993),
    user: word,
    mailbox: word.default("INBOX"),
    has_tls: z.boolean().default(true).describe("TLS from the first byte; without it only on this machine"),
  }),
  z.strictObject({
    kind: z.literal("s3"),
    endpoint: z.string().min(1).max(2048).describe("https address of the S3 API; buckets are addressed by path"),
    region: word.default("us-east-1"),
    bucket: z
      .string()
      .max(255)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, "must be a bucket's name"),
    prefix: z.string().max(900).default(""),
    access_key_id: word,
  }),
  z.strictObject({
    kind: z.literal("sftp"),
    host,
    port: z.int().min(1).max(65_535).default(22),
    user: word,
    path: z.string().min(1).max(500).default("."),
  }),
  z.strictObject({
    kind: z.literal("economic"),
    has_documents: z.boolean().default(false).describe("Whether attached PDFs are fetched besides the entries"),
  }),
]);
export type Connection = z.output<typeof connection>;

const secret = z.string().min(1).max(1000).optional();

/** What one signs in with. Kept encrypted and never shown. */
export const credentials = z.strictObject({
  password: secret.describe("imap, sftp"),
  private_key: z.string().min(1).max(20_000).optional().describe("sftp: PEM or OpenSSH format"),
  passphrase: secret.describe("sftp: of the private key"),
  secret_access_key: secret.describe("s3"),
  app_secret_token: secret.describe("economic"),
  agreement_grant_token: secret.describe("economic"),
});
export type Credentials = z.output<typeof credentials>;

/**
 * How the connector gets in. @throws ServiceError request.validation_failed naming the credentials that are missing
 */
export function accessOf(where: Connection, givenCredentials: Credentials, host_key: string | null): SourceAccess {
  switch (where.kind) {
    case "folder":
      return where;
    case "imap":
      return { ...where, password: needed(givenCredentials, "password") };
    case "s3":
      return { ...where, secret_access_key: needed(givenCredentials, "secret_access_key") };
    case "sftp": {
      const { password = null, private_key = null, passphrase = null } = givenCredentials;
      if (private_key === null)
        return { ...where, password: needed(givenCredentials, "password"), private_key, passphrase, host_key };
      return { ...where, password, private_key, passphrase, host_key };
    }
    case "economic":
  }
  return {
    ...where,
    app_secret_token: needed(givenCredentials, "app_secret_token"),
    agreement_grant_token: needed(givenCredentials, "agreement_grant_token"),
  };
}

/** Whom the credentials are shown to. When this changes they must be given anew: else a new host would be sent the old secret. */
export function receiverOf(where: Connection): string {
  switch (where.kind) {
    case "imap":
      return `${where.host.toLowerCase()} ${where.port} ${where.user} ${String(where.has_tls)}`;
    case "sftp":
      return `${where.host.toLowerCase()} ${where.port} ${where.user}`;
    case "s3":
      return `${where.endpoint} ${where.access_key_id}`;
    case "folder":
    case "economic":
  }
  return where.kind;
}

/** Which mailbox, bucket, folder or agreement this is, as 64 hex digits: items are counted once per origin. */
export function originOf(access: SourceAccess): string {
  return sha256Hex(originText(access));
}

/** Whether an origin is of `originOf`, and not what a source said that it is. */
export function isWay(origin: string): boolean {
  return /^[0-9a-f]{64}$/.test(origin);
}

function originText(access: SourceAccess): string {
  switch (access.kind) {
    case "folder":
      return `folder ${access.path}`;
    case "imap":
      return `imap ${access.host.toLowerCase()} ${access.user} ${access.mailbox}`;
    case "s3":
      return `s3 ${access.endpoint} ${access.bucket}`;
    case "sftp":
      return `sftp ${access.host.toLowerCase()} ${access.port} ${access.user}`;
    case "economic":
  }
  return `economic ${access.agreement_grant_token}`;
}

/**
 * Refuses addresses that a connection would be refused to now; each connection checks anew.
 * @throws ServiceError request.validation_failed
 */
export async function assertReachable(ctx: Pick<Context, "checkAddress">, where: Connection): Promise<void> {
  const address = addressOf(where);
  if (address === null) return;
  const check = await ctx.checkAddress(address.url);
  if (check.kind === "accepted") return;
  throw validationError([{ path: `connection.${address.field}`, code: check.code, message: check.message }]);
}

function addressOf(where: Connection): { url: string; field: string } | null {
  if (where.kind === "s3") return { url: where.endpoint, field: "endpoint" };
  if (where.kind !== "imap" && where.kind !== "sftp") return null;
  return { url: `https://${where.host.includes(":") ? `[${where.host}]` : where.host}/`, field: "host" };
}

function needed(givenCredentials: Credentials, name: keyof Credentials): string {
  const value = givenCredentials[name];
  if (value !== undefined) return value;
  throw validationError([{ path: `credentials.${name}`, code: "required", message: "is needed for this connector" }]);
}
