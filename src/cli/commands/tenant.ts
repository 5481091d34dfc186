import { ENVIRONMENTS } from "../../core/context.ts";
import { PLAN_NAMES, type PlanName, PLANS } from "../../core/plans.ts";
import { releaseHeldFiles } from "../../modules/ingestion/index.ts";
import {
  createTenant,
  findTenant,
  listTenants,
  namesakes,
  renameTenant,
  setPlan,
  type TenantRecord,
} from "../../modules/tenants/index.ts";
import { openTerminal } from "../ask.ts";
import { type Command, oneOf, optional, required } from "../command.ts";
import { planLines } from "../plan-lines.ts";

export const tenantCreate: Command = {
  name: "tenant create",
  mode: "setup",
  usage: "--name <name> [--country DK] [--plan starter|premium|enterprise]",
  summary: "Creates a company and says what its plan allows; asks for the plan at a terminal, else it is starter",
  options: { name: { type: "string" }, country: { type: "string" }, plan: { type: "string" } },
  async run(service, args) {
    const name = required(args, "name");
    const country = optional(args, "country") ?? "DK";
    const requestedPlan = optional(args, "plan");
    const plan = requestedPlan === null ? await askForPlan() : oneOf(requestedPlan, PLAN_NAMES, "plan");
    const tenant = await createTenant(service.tenantAdmin, { name, country, plan: plan ?? "starter" });
    const others = await namesakes(service.database.system, tenant);
    const { features, invoices_per_month } = PLANS[tenant.plan];
    return {
      json: { ...tenant, features, invoices_per_month, namesakes: others.map(({ id }) => id) },
      lines: [
        `Company ${tenant.name} created: ${tenant.id}`,
        ...(plan === null ? ["No --plan was given, so its plan is starter:"] : [`Its plan is ${tenant.plan}:`]),
        ...planLines(tenant.plan),
        `  other  tenant set-plan --tenant ${tenant.id} --plan ${PLAN_NAMES.filter((planName) => planName !== tenant.plan).join("|")}`,
        ...namesakeLines(others),
        `Its first administrator: user create --tenant ${tenant.id} --role admin --email <address>`,
      ],
    };
  },
};

/** null: nobody is there to be asked. */
async function askForPlan(): Promise<PlanName | null> {
  const terminal = openTerminal();
  if (terminal === null) return null;
  console.error(PLAN_NAMES.flatMap((plan) => [plan, ...planLines(plan)]).join("\n"));
  return await terminal.choose("Which plan?", PLAN_NAMES);
}

/** A shared name makes --tenant <name> unusable: said at once, with what to use instead. */
function namesakeLines(others: readonly TenantRecord[]): string[] {
  if (others.length === 0) return [];
  return [
    `Note: ${others.length === 1 ? "another company has" : `${others.length} other companies have`} this name ` +
      `(${others.map(({ id }) => id).join(", ")}). Commands need the id, or rename one: tenant rename.`,
  ];
}

export const tenantRename: Command = {
  name: "tenant rename",
  usage: "--tenant <id or name> --name <name>",
  summary: "Changes a company's name; its audit log keeps both",
  options: { tenant: { type: "string" }, name: { type: "string" } },
  async run(service, args) {
    const { id, name: before } = await findTenant(service.database.system, required(args, "tenant"));
    const tenant = await renameTenant(service.tenantAdmin, id, required(args, "name"));
    const others = await namesakes(service.database.system, tenant);
    return { json: tenant, lines: [`${before} is now called ${tenant.name}`, ...namesakeLines(others)] };
  },
};

export const tenantSetPlan: Command = {
  name: "tenant set-plan",
  usage: "--tenant <id or name> --plan starter|premium|enterprise",
  summary: "Changes a company's plan; requests see it at once",
  options: { tenant: { type: "string" }, plan: { type: "string" } },
  async run(service, args) {
    const plan = oneOf(required(args, "plan"), PLAN_NAMES, "plan");
    const { id } = await findTenant(service.database.system, required(args, "tenant"));
    const tenant = await setPlan(service.tenantAdmin, id, plan);
    for (const environment of ENVIRONMENTS) {
      await releaseHeldFiles(await service.operatorContext(id, environment, "operator"));
    }
    return { json: tenant, lines: [`${tenant.name} now has the plan ${tenant.plan}:`, ...planLines(tenant.plan)] };
  },
};

export const tenantList: Command = {
  name: "tenant list",
  usage: "",
  summary: "Lists the companies, newest first, at most 1,000",
  options: {},
  async run(service) {
    const tenants = await listTenants(service.database.system);
    return {
      json: tenants,
      lines: tenants.map((tenant) => `${tenant.id}  ${tenant.plan.padEnd(10)}  ${tenant.name}${endOf(tenant)}`),
    };
  },
};

function endOf({ erased_at, deactivated_at }: TenantRecord): string {
  if (erased_at !== null) return `, erased ${erased_at.slice(0, 10)}`;
  return deactivated_at === null ? "" : `, closed ${deactivated_at.slice(0, 10)}`;
}
