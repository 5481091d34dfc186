import { randomBytes } from "node:crypto";
import { openAccounts } from "../composition/accounts.ts";
import {
  acceptLink,
  endSession,
  ensureAccount,
  hasPassword,
  makeLink,
  setTenantRole,
  type UserPorts,
} from "../modules/users/index.ts";
import { MemoryRateStore } from "../platform/rates/rate-limiter.ts";
import type { Service } from "../composition/service.ts";

/** The made-up administrator of the demo company; .example reaches nobody (RFC 2606). */
const ADMINISTRATOR = { email: "anna@demo.example", name: "Anna Holm", language: "da" } as const;

/** 96 random bits, which nobody guesses, whatever address the service listens on. */
const PASSWORD_BYTES = 12;

export interface DemoLogin {
  readonly email: string;
  /** null: the person has chosen another one, or was shut out. */
  readonly password: string | null;
}

/**
 * The login of the demo company's administrator. Its password is made here once and then kept with the demo's keys, so that
 * it is the same at every start, until somebody changes it.
 */
export async function ensureDemoLogin(
  service: Service,
  tenant_id: string,
  kept: string | undefined,
): Promise<DemoLogin & { readonly to_keep: string }> {
  const accounts = await openAccounts(service, new MemoryRateStore(service.clock));
  const { users } = accounts;
  const { email } = ADMINISTRATOR;
  try {
    const to_keep = kept ?? (await newPassword(users, tenant_id));
    const isRight = await hasPassword(users, email, to_keep);
    return { email, password: isRight ? to_keep : null, to_keep };
  } finally {
    await accounts.close();
  }
}

/** The administrator with a new random password, as a link would set it. */
async function newPassword(users: UserPorts, tenant_id: string): Promise<string> {
  const { id } = await ensureAccount(users, ADMINISTRATOR, "operator:demo");
  await setTenantRole(users, { tenant_id, user_id: id, role: "admin" }, "operator");
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const link = await makeLink(users, { user_id: id, kind: "invitation", created_by: "operator:demo", language: null });
  const change = await acceptLink(users, link.slice(link.lastIndexOf("/") + 1), password);
  if (change.kind === "fault") throw new Error(`a random password was refused: ${change.fault}`);
  // Nobody is at a browser here.
  if (change.kind === "changed") await endSession(users, change.session ?? undefined);
  return password;
}
