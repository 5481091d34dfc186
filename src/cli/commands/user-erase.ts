import { erasePerson, type PersonPlan, planPersonErasure } from "../../modules/offboarding/index.ts";
import { type Command, type CommandResult, optional, required, UsageError } from "../command.ts";

export const userErase: Command = {
  name: "user erase",
  usage: "--email <address> [--confirm <address>]",
  summary:
    "Says what erasing a person would empty and what stays and why; with --confirm and the address it does it, for good",
  options: { email: { type: "string" }, confirm: { type: "string" } },
  async run(service, args) {
    const { admin } = service.database;
    const plan = await planPersonErasure(admin, required(args, "email"));
    const confirmed = optional(args, "confirm");
    if (confirmed === null) return describe(plan, "Nothing is erased yet. Erasing this person would, for good:");
    if (confirmed.toLowerCase() !== plan.email) throw new UsageError(`--confirm must be the address: ${plan.email}`);
    await erasePerson({ admin, clock: service.clock }, plan);
    const { id, stays, companies, consultants } = plan;
    const told = describe(plan, `Erased. Records read "erased person" beside the id ${id}:`);
    return { json: { id, stays, companies, consultants }, lines: told.lines };
  },
};

function describe(plan: PersonPlan, first: string): CommandResult {
  const { companies, consultants, stays } = plan;
  const employers = [...companies, ...consultants].map(({ name }) => name);
  const orphaned = companies.filter(({ is_last_admin }) => is_last_admin);
  const lines = [
    first,
    "  empties   name, e-mail address, password, second factor, last login; ends sessions, links and connected programs",
    `  removes   access to ${employers.length === 0 ? "nothing" : employers.join(", ")}`,
    ...orphaned.map(({ name }) => `  Note      ${name} has no other administrator`),
    `  stays     ${stays.events} events of audit logs with the id and without the name: the chains must verify`,
    `  stays     ${stays.uploads} uploads: vouchers are the companies', which law keeps five years and longer`,
    ...(stays.attestations === 0
      ? []
      : [
          `  stays     ${stays.attestations} attestations signed with this name: a signature stays as long as the report it is on`,
        ]),
    "  stays     what companies wrote themselves, as in answers, notes and names of departments: theirs to change",
    "Outside of this: backups, which go when they are rotated; log files; mails that were sent.",
  ];
  return { json: plan, lines };
}
