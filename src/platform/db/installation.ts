import type { SystemDb, SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const LOCK = statement("select pg_advisory_xact_lock(7215180461000110)");
const SELECT = statement("select id from installation order by id limit 1");
const WRITE = statement(
  "insert into installation (id) values ($1) on conflict (is_only) do update set id = excluded.id, created_at = now()",
);

/** The id of the installation that a database belongs to, as the login user. */
export interface InstallationRow {
  /** Null: the database has none yet. */
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
}

/** Lets one process at a time look at the id and write it: those of a first start, all at once, find one. */
export async function withInstallationRow(
  admin: SystemDb,
  work: (row: InstallationRow, queries: SystemQueries) => Promise<void>,
): Promise<void> {
  await admin.transaction(async (tx) => {
    await tx.rows(LOCK);
    const row: InstallationRow = {
      read: async () => (await tx.rows<{ readonly id: string }>(SELECT))[0]?.id ?? null,
      async write(id) {
        await tx.rows(WRITE, [id]);
      },
    };
    await work(row, tx);
  });
}
