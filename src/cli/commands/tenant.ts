import { ENVIRONMENTS } from "../../core/context.ts";
import { PLAN_NAMES } from "../../core/plans.ts";
import { releaseHeldFiles } from "../../modules/ingestion/index.ts";
import { createTenant, findTenant, listTenants, setPlan } from "../../modules/tenants/index.ts";
import { type Command, oneOf, optional, required } from "../command.ts";

export const tenantCreate: Command = {
  name: "tenant create",
  usage: "--name <name> [--country DK] [--plan starter|premium|enterprise]",
  summary: "Creates a company",
  options: { name: { type: "string" }, country: { type: "string" }, plan: { type: "string" } },
  async run(service, args) {
    const plan = oneOf(optional(args, "plan") ?? "starter", PLAN_NAMES, "plan");
    const request = { name: required(args, "name"), country: optional(args, "country") ?? "DK", plan };
    const tenant = await createTenant(service.tenantAdmin, request);
    return { json: tenant, lines: [`Company ${tenant.name} created: ${tenant.id} (${tenant.plan})`] };
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
    return { json: tenant, lines: [`${tenant.name} now has the plan ${tenant.plan}`] };
  },
};

export const tenantList: Command = {
  name: "tenant list",
  usage: "",
  summary: "Lists the companies, newest first, at most 1,000",
  options: {},
  async run(service) {
    const tenants = await listTenants(service.database.system);
    return { json: tenants, lines: tenants.map((tenant) => `${tenant.id}  ${tenant.plan.padEnd(10)}  ${tenant.name}`) };
  },
};
