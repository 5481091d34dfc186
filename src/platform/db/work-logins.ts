import { createHmac } from "node:crypto";
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
 * this installation reaches, or over loopback with passwords. On a server of one's own they are the logins that were given;
 * null: none, so that sessions log in as the owner and only take on a role, from which `RESET ROLE` leads back.
 */
export async function workLogins(
  connection: Connection,
  configuredLogins: WorkLogins | null,
): Promise<WorkLogins | null> {
  if (connection.kind === "url") return configuredLogins;
  await letRolesLogIn(connection);
  return { app: loginOf(connection, "carbon_app"), system: loginOf(connection, "carbon_system") };
}

type Embedded = Exclude<Connection, { kind: "url" }>;
type Role = "carbon_app" | "carbon_system";

function loginOf(connection: Embedded, role: Role): Connection {
  const password = passwordOf(connection, role);
  return connection.kind === "socket" || password === null
    ? { ...connection, user: role }
    : { ...connection, user: role, password };
}

/** Over loopback each role has its own password, which follows from the owner's; null: a socket needs none. */
function passwordOf(connection: Embedded, role: Role): string | null {
  return connection.kind === "loopback" ? createHmac("sha256", connection.password).update(role).digest("hex") : null;
}

/** Roles belong to the whole server, whose databases may be opened at the same moment: the loser looks again. */
async function letRolesLogIn(connection: Embedded): Promise<void> {
  const client = singleConnection(connection, "carbon-ledger set-up");
  await client.connect();
  try {
    for (let attempt = 1; ; attempt += 1) {
      const roles = await withoutLogin(client, connection.kind === "loopback");
      if (roles.length === 0) return;
      try {
        for (const role of roles) {
          const password = passwordOf(connection, role);
          // Hexadecimal digits: nothing in it could end the literal.
          await client.query(`alter role ${role} login${password === null ? "" : ` password '${password}'`}`);
        }
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  } finally {
    await client.end();
  }
}

async function withoutLogin(client: Client, needsPassword: boolean): Promise<Role[]> {
  const result = await client.query<{ rolname: Role }>(
    `select rolname from pg_authid where rolname in ('carbon_app', 'carbon_system')
        and (not rolcanlogin or $1 and rolpassword is null) order by rolname limit 2`,
    [needsPassword],
  );
  return result.rows.map(({ rolname }) => rolname);
}
