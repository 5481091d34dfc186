import type { TenantIdentity } from "../../src/core/context.ts";
import type { TestApp } from "./app.ts";
import type { Answer } from "./http-client.ts";
import { person, type Person } from "./person.ts";

/** A company whose administrator is logged in. */
export interface PeopleSite {
  readonly tenant: TenantIdentity;
  readonly admin: Person;
  /** Posts a form of the page of people, with the token of who posts. */
  act(action: string, fields: Record<string, string>, who?: Person): Promise<Answer>;
}

let made = 0;

export async function peopleSite(app: TestApp, options: { readonly language?: "da" | "en" } = {}): Promise<PeopleSite> {
  made += 1;
  const tenant = await app.db.tenant({ name: `Company ${made} & Søn` });
  const admin = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }], ...options });
  await admin.logIn();
  return {
    tenant,
    admin,
    act: async (action, fields, who = admin) =>
      await who.post(`/account/people/${action}`, {
        csrf_token: who.csrf(await who.get("/account")),
        company: tenant.id,
        ...fields,
      }),
  };
}

/** What an invitation is filled in with, but for the address. */
export const INVITATION = { name: "Ny Person", role: "editor", language: "da" } as const;

let addresses = 0;

/** An address that nobody has. */
export const newEmail = (): string => `new${(addresses += 1)}@elsewhere.example`;
