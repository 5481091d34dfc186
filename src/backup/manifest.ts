import { z } from "zod";

/** Layout of a backup; a release reads its own and all lower numbers. */
export const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
/** A name below the backup's own directory, never a way out of it. */
const fileName = z.string().regex(/^(tables\/)?[a-z][a-z0-9_.-]{0,100}$/);

const storedFile = z.object({ file: fileName, size_bytes: count, sha256 });

const tableEntry = storedFile.extend({
  name: z.string(),
  /** In the order of the rows of the file; columns that the database computes are left out. */
  columns: z.array(z.string()),
  rows: count,
});

/** What a backup holds, and what a restore is held against. Names of companies and people are not in it. */
export const manifest = z.object({
  format: z.int().min(1),
  id: z.string(),
  service_version: z.string(),
  /** What was acknowledged before this moment is in the backup. */
  moment: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  installation_id: z.uuid().nullable(),
  secret: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), file: storedFile.nullable() }),
  /** Null: the files of the database are unencrypted. */
  encryption: z.object({ to: z.enum(["recipients", "passphrase"]), key: storedFile }).nullable(),
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  tables: z.array(tableEntry),
  /** Tables whose rows are of no use to another process or at another time. */
  left_out: z.array(z.string()),
  /** The audit chain's head of every company and environment. */
  ledgers: z.array(z.object({ tenant_id: z.uuid(), environment: z.string(), seq: count, hash: sha256 })),
  documents: z.object({
    list: storedFile,
    count,
    size_bytes: count,
    /** Documents that the database names and the store had lost already; only with --without-missing. */
    missing: count,
  }),
});

export type Manifest = z.output<typeof manifest>;
export type StoredFile = z.output<typeof storedFile>;
export type TableEntry = z.output<typeof tableEntry>;

/** Every file of a backup but the manifest itself. */
export function filesOf({ secret, encryption, tables, documents }: Manifest): readonly StoredFile[] {
  const files = [...tables, documents.list, secret.file, encryption?.key ?? null];
  return files.filter((file) => file !== null);
}
