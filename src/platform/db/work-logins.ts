import type { Client } from "pg";
import { type Connection, singleConnection } from "./connection.ts";

/** Logins of the service's work, apart from the one that owns the tables. */
export interface WorkLogins {
  /** A login that is `carbon_app`, or a member of it and of nothing else. */
  readonly app: Connection;
  /** The same for `carbon_system`. */
  readonly system: Connection;
}

const ATTEMPTS = 20;

/**
 * Where sessions of the two roles log in. In the embedded server the roles themselves may log in over its socket, which only
 * this installation reaches. On a server of one's own they are the logins that were given; null: none, so that sessions log
 * in as the owner and only take on a role, from which `RESET ROLE` leads back.
 */
export async function workLogins(connection: Connection, given: WorkLogins | null): Promise<WorkLogins | null> {
  if (connection.kind === "url") return given;
  await letRolesLogIn(connection);
  return { app: { ...connection, user: "carbon_app" }, system: { ...connection, user: "carbon_system" } };
}

/** Roles belong to the whole server, whose databases may be opened at the same moment: the loser looks again. */
async function letRolesLogIn(connection: Connection): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger set-up");
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const roles = await withoutLogin(client);
      if (roles.length === 0) return;
      try {
        for (const role of roles) await client.query(`alter role ${role} login`);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

async function withoutLogin(client: Client): Promise<string[]> {
  const found = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname in ('carbon_app', 'carbon_system') and not rolcanlogin order by rolname limit 2",
  );
  return found.rows.map(({ rolname }) => rolname);
}
