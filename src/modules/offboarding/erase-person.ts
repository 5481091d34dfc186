import type { Clock, SystemDb } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { appendEvents } from "./append-event.ts";
import {
  type Account,
  type AccountTraces,
  emptyAccounts,
  type MemberCompany,
  selectAccount,
  selectOpenGrants,
  selectMemberCompanies,
  selectTraces,
} from "./store-people.ts";

/** What the erasure of a person would do, and what would stay. */
export interface PersonPlan extends Account {
  readonly companies: readonly MemberCompany[];
  readonly consultants: readonly MemberCompany[];
  readonly stays: AccountTraces;
}

/** Looks, and changes nothing. @throws ServiceError resource.not_found */
export async function planPersonErasure(admin: SystemDb, email: string): Promise<PersonPlan> {
  const account = await selectAccount(admin, email);
  if (account === undefined) throw new ServiceError("resource.not_found", "No account has this e-mail address.");
  return { ...account, ...(await selectMemberCompanies(admin, account.id)), stays: await selectTraces(admin, account) };
}

/**
 * Empties a person's account and removes all that hangs on it: logins, links, second factor, memberships, programs let in. One
 * transaction, in which the live log of each company tells of it. Records go on naming the id, which nobody's name answers to.
 */
export async function erasePerson(
  { admin, clock }: { readonly admin: SystemDb; readonly clock: Clock },
  { id }: Pick<PersonPlan, "id">,
): Promise<void> {
  await admin.transaction(async (tx) => {
    // In the order of their ids: two erasures at once never wait for each other in a circle.
    const { companies } = await selectMemberCompanies(tx, id);
    const grants = await selectOpenGrants(tx, id);
    for (const company of companies) {
      const ended = grants.filter(({ tenant_id }) => tenant_id === company.id);
      await appendEvents({ clock, tx }, { tenant_id: company.id, environment: "live" }, [
        { action: "member.erased", subject: id, payload: {} },
        ...ended.map((grant) => ({
          action: "oauth_grant.ended",
          subject: grant.id,
          payload: { reason: "grantor_not_entitled" },
        })),
      ]);
    }
    await emptyAccounts(tx, [id]);
  });
}
