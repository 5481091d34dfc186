import type { Operations } from "../../app/operations.gen.ts";

type NewSource = Operations["create_data_source"]["input"];
type Connection = NewSource["connection"];
export type Kind = Connection["kind"];

/** Fields of a kind of source: what the form asks for, secrets as passwords. */
export const FIELDS = {
  imap: ["host", "user", "password"],
  sftp: ["host", "user", "password", "path"],
  s3: ["endpoint", "bucket", "access_key_id", "secret_access_key"],
  economic: ["app_secret_token", "agreement_grant_token"],
  folder: ["path"],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;

export type FieldName = (typeof FIELDS)[Kind][number];
export const KINDS: readonly Kind[] = ["imap", "sftp", "s3", "economic", "folder"];
export const SECRETS: readonly FieldName[] = [
  "password",
  "secret_access_key",
  "app_secret_token",
  "agreement_grant_token",
];

/** A new source of what was typed. Pure. */
export function newSource(kind: Kind, typed: (name: FieldName | "name" | "minutes") => string): NewSource {
  const terms = { name: typed("name"), interval_minutes: Number(typed("minutes")) };
  switch (kind) {
    case "folder":
      return { ...terms, connection: { kind, path: typed("path") } };
    case "imap":
      return {
        ...terms,
        connection: { kind, host: typed("host"), user: typed("user") },
        credentials: { password: typed("password") },
      };
    case "sftp": {
      const path = typed("path");
      const connection = { kind, host: typed("host"), user: typed("user"), ...(path === "" ? {} : { path }) };
      return { ...terms, connection, credentials: { password: typed("password") } };
    }
    case "s3":
      return {
        ...terms,
        connection: {
          kind,
          endpoint: typed("endpoint"),
          bucket: typed("bucket"),
          access_key_id: typed("access_key_id"),
        },
        credentials: { secret_access_key: typed("secret_access_key") },
      };
    case "economic":
  }
  return {
    ...terms,
    connection: { kind: "economic" },
    credentials: {
      app_secret_token: typed("app_secret_token"),
      agreement_grant_token: typed("agreement_grant_token"),
    },
  };
}
