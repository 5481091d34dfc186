import { randomUUID } from "node:crypto";
import type { SystemQueries } from "../core/context.ts";
import { someOwnedFiles } from "../modules/audit/index.ts";
import { ConfigError } from "../platform/config/config.ts";
import type { Database } from "../platform/db/database.ts";
import { type InstallationRow, withInstallationRow } from "../platform/db/installation.ts";
import type { Files } from "../platform/files/files.ts";

/** Documents of each kind that are looked for in a store that bears no id. */
const SAMPLE_SIZE = 8;

interface Joined {
  readonly database: Pick<Database, "admin">;
  readonly files: Files;
  /** Where the documents are, for the message. */
  readonly data_dir: string;
}

/**
 * Proves that the store of documents is that of the database: both name the same installation. A process with another
 * directory than its peers would take files in that the others cannot read. What bears no id yet gets one: both at a first
 * start; the database or the store alone when the documents that the database names are there, as after an upgrade, or when a
 * backup of one of them is older than the id.
 * @throws ConfigError when the store is another one
 */
export async function joinInstallation({ database, files, data_dir }: Joined): Promise<void> {
  await withInstallationRow(database.admin, async (row, queries) => {
    const mark = await files.installation.read();
    const id = await row.read();
    if (id === null || mark === null) await introduce({ row, files, queries, data_dir }, id, mark);
    else if (id !== mark) throw otherStore(data_dir, "belongs to another installation than the database");
    files.installation.expect((await row.read()) ?? "");
  });
}

/**
 * Makes the store that of the database, whatever either of them said before: for who knows that the documents were lost or
 * put together by hand. Processes that run must be started again.
 */
export async function adoptStore({ database, files }: Pick<Joined, "database" | "files">): Promise<string> {
  const id = randomUUID();
  await withInstallationRow(database.admin, async (row) => {
    await files.installation.write(id);
    await row.write(id);
  });
  files.installation.expect(id);
  return id;
}

interface Introduction {
  readonly row: InstallationRow;
  readonly files: Files;
  readonly queries: SystemQueries;
  readonly data_dir: string;
}

/** The store first: when the process ends in between, the next start finds a store with an id and lets the database have it. */
async function introduce(parts: Introduction, id: string | null, mark: string | null): Promise<void> {
  const { row, files, queries, data_dir } = parts;
  const { named, found: foundCount } = await lookForDocuments(queries, files);
  // A database without documents that bears an id has a store already, and it is not this one.
  const isOther = named === 0 ? id !== null : 2 * foundCount < named;
  if (isOther) throw otherStore(data_dir, whatIsMissing(named, foundCount));
  const common = id ?? mark ?? randomUUID();
  if (mark === null) await files.installation.write(common);
  if (id === null) await row.write(common);
}

async function lookForDocuments(queries: SystemQueries, files: Files): Promise<{ named: number; found: number }> {
  const some = await someOwnedFiles(queries, SAMPLE_SIZE);
  let foundCount = 0;
  for (const { tenant_id, environment, sha256 } of some) {
    if (await files.of(tenant_id, environment).has(sha256)) foundCount += 1;
  }
  return { named: some.length, found: foundCount };
}

function whatIsMissing(named: number, foundCount: number): string {
  return named === 0
    ? "is new, and the database has a store already"
    : `lacks ${named - foundCount} of ${named} documents of the database that were looked for`;
}

function otherStore(data_dir: string, what: string): ConfigError {
  return new ConfigError([
    `DATA_DIR: the store of documents in ${data_dir} ${what}. Every process on one database needs the same DATA_DIR: mount ` +
      "the directory of the others, or put it back from the backup. Only when you know that it is the right one, " +
      '"npm run --silent cli -- documents adopt-store" makes it that of the database',
  ]);
}
