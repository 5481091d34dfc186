import { openAccounts } from "../../composition/accounts.ts";
import { isDay } from "../../core/moment.ts";
import { type Role, ROLES } from "../../core/roles.ts";
import { findConsultant } from "../../modules/consultants/index.ts";
import { findTenant } from "../../modules/tenants/index.ts";
import {
  addMember,
  changeTenantRole,
  dropTotp,
  endTenantRole,
  ensureAccount,
  findAccount,
  joinConsultant,
  type Language,
  LANGUAGES,
  leaveConsultant,
  makeLink,
  selectMembers,
  setAccountDisabled,
  type UserPorts,
  type UserRecord,
} from "../../modules/users/index.ts";
import { MemoryRateStore } from "../../platform/rates/rate-limiter.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, type CommandResult, oneOf, optional, required, UsageError } from "../command.ts";

const PLACE = "(--tenant <id or name> | --consultant <id or name>)";

export const userCreate: Command = {
  name: "user create",
  usage:
    "--email <address> [--name <name>] [--language da|en] " +
    "(--tenant <id or name> [--role admin|editor|reader|auditor] [--ends-on <YYYY-MM-DD>] | --consultant <id or name>)",
  summary: "Gives a person access, with an account when there is none, and prints a link to choose a password",
  options: {
    email: { type: "string" },
    name: { type: "string" },
    language: { type: "string" },
    tenant: { type: "string" },
    role: { type: "string" },
    "ends-on": { type: "string" },
    consultant: { type: "string" },
  },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const said = optional(args, "language");
      const language = said === null ? null : oneOf(said, LANGUAGES, "language");
      const account = {
        email: required(args, "email"),
        name: optional(args, "name") ?? "",
        language: language ?? "en",
      };
      const role = roleNamed(optional(args, "role") ?? "editor");
      const ends_on = lastDay(args);
      const organisation = await organisationOf(service, args);
      if (organisation.kind === "consultant" && (optional(args, "role") !== null || ends_on !== null)) {
        throw new UsageError("--role and --ends-on are for companies; a consultant's people have neither");
      }
      const user = await ensureAccount(users, account, "operator");
      if (organisation.kind === "tenant") {
        await addMember(users, { tenant_id: organisation.id, user_id: user.id, role, ends_on }, "operator");
      } else await joinConsultant(users, organisation.id, user.id, "operator");
      return await withLink(users, { user, language }, `${user.email} has access to ${organisation.name}`);
    }),
};

export const userList: Command = {
  name: "user list",
  usage: "--tenant <id or name>",
  summary: "Lists the people of a company by address, at most 500",
  options: { tenant: { type: "string" } },
  async run(service, args) {
    const { system } = service.database;
    const members = await selectMembers(system, (await findTenant(system, required(args, "tenant"))).id);
    const lines = members.map(({ email, name, role, last_login_at, disabled_at }) => {
      const state = disabled_at === null ? (last_login_at ?? "never logged in") : "disabled";
      return `${role.padEnd(7)}  ${email}  ${name}  ${state}`;
    });
    return { json: members, lines };
  },
};

export const userSetRole: Command = {
  name: "user set-role",
  usage: "--tenant <id or name> --email <address> --role admin|editor|reader|auditor [--ends-on <YYYY-MM-DD>]",
  summary: "Changes a person's role in a company, at the next request",
  options: {
    tenant: { type: "string" },
    email: { type: "string" },
    role: { type: "string" },
    "ends-on": { type: "string" },
  },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const role = roleNamed(required(args, "role"));
      const user = await findAccount(users, required(args, "email"));
      const tenant = await findTenant(service.database.system, required(args, "tenant"));
      const organisation = { tenant_id: tenant.id, user_id: user.id };
      await changeTenantRole(users, { ...organisation, role, ends_on: lastDay(args) }, "operator");
      return { json: { user, role }, lines: [`${user.email} is now ${role} of ${tenant.name}`] };
    }),
};

export const userRemove: Command = {
  name: "user remove",
  usage: `--email <address> ${PLACE}`,
  summary: "Takes a person out of a company or consultant organisation; the account stays",
  options: { email: { type: "string" }, tenant: { type: "string" }, consultant: { type: "string" } },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const user = await findAccount(users, required(args, "email"));
      const organisation = await organisationOf(service, args);
      if (organisation.kind === "tenant") {
        await endTenantRole(users, { tenant_id: organisation.id, user_id: user.id }, "operator");
      } else await leaveConsultant(users, organisation.id, user.id);
      return { json: user, lines: [`${user.email} has no access to ${organisation.name} any more`] };
    }),
};

export const userDisable: Command = {
  name: "user disable",
  usage: "--email <address>",
  summary: "Shuts a person out everywhere at once, sessions, links and connected assistants included",
  options: { email: { type: "string" } },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const user = await setAccountDisabled(users, (await findAccount(users, required(args, "email"))).id, true);
      return { json: user, lines: [`${user.email} is shut out`] };
    }),
};

export const userEnable: Command = {
  name: "user enable",
  usage: "--email <address>",
  summary: "Lets a person log in again",
  options: { email: { type: "string" } },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const user = await setAccountDisabled(users, (await findAccount(users, required(args, "email"))).id, false);
      return { json: user, lines: [`${user.email} may log in`] };
    }),
};

export const userLink: Command = {
  name: "user link",
  usage: "--email <address>",
  summary: "Prints a new link to choose a password: seven days for the first one, an hour to replace one",
  options: { email: { type: "string" } },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const user = await findAccount(users, required(args, "email"));
      const kind = user.has_password ? "password_reset" : "invitation";
      const link = await makeLink(users, {
        user_id: user.id,
        kind,
        created_by: "operator",
        language: user.has_password ? user.language : null,
      });
      return { json: { user, link }, lines: [`For ${user.email}, works once:`, link] };
    }),
};

export const userDropSecondFactor: Command = {
  name: "user drop-second-factor",
  usage: "--email <address>",
  summary: "Takes the code at login away, for who has lost both the device and the recovery codes",
  options: { email: { type: "string" } },
  run: async (service, args) =>
    await withUsers(service, async (users) => {
      const user = await findAccount(users, required(args, "email"));
      await dropTotp(users, user.id);
      return { json: { ...user, has_totp: false }, lines: [`${user.email} logs in with the password alone`] };
    }),
};

/** Commands count no attempts: whoever runs them has the database. */
async function withUsers(service: Service, work: (users: UserPorts) => Promise<CommandResult>): Promise<CommandResult> {
  const accounts = await openAccounts(service, new MemoryRateStore(service.clock));
  try {
    return await work(accounts.users);
  } finally {
    await accounts.close();
  }
}

interface Organisation {
  readonly kind: "tenant" | "consultant";
  readonly id: string;
  readonly name: string;
}

/** The company or consultant organisation of the options. @throws UsageError unless exactly one is named */
async function organisationOf({ database }: Service, args: Arguments): Promise<Organisation> {
  const [tenant, consultant] = [optional(args, "tenant"), optional(args, "consultant")];
  if (tenant !== null && consultant === null) {
    const { id, name } = await findTenant(database.system, tenant);
    return { kind: "tenant", id, name };
  }
  if (consultant !== null && tenant === null) {
    const { id, name } = await findConsultant(database.system, consultant);
    return { kind: "consultant", id, name };
  }
  throw new UsageError("name either --tenant or --consultant");
}

/** Who has a password logs in with it; anybody else gets the link, which is shown only now. Language null: the browser's. */
async function withLink(
  users: UserPorts,
  { user, language }: { readonly user: UserRecord; readonly language: Language | null },
  said: string,
): Promise<CommandResult> {
  if (user.has_password) {
    return { json: { user, link: null }, lines: [said, `Login: ${users.base_url}/login`] };
  }
  const link = await makeLink(users, { user_id: user.id, kind: "invitation", created_by: "operator", language });
  return { json: { user, link }, lines: [said, "Link to choose a password, works once and for seven days:", link] };
}

/** Before there were four roles an editor was called a member: scripts that say so go on working. */
function roleNamed(text: string): Role {
  return text === "member" ? "editor" : oneOf(text, ROLES, "role");
}

/** The last day of a role; null: it does not end by itself. @throws UsageError */
function lastDay(args: Arguments): string | null {
  const day = optional(args, "ends-on");
  if (day === null || isDay(day)) return day;
  throw new UsageError("--ends-on is a day as YYYY-MM-DD, the last one of the role");
}
