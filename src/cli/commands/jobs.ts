import { z } from "zod";
import { reopenFile } from "../../modules/ingestion/index.ts";
import { findTenant } from "../../modules/tenants/index.ts";
import { type ListedJob, listJobs, settleDeadJob } from "../../platform/jobs/operator-store.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, oneOf, optional, UsageError } from "../command.ts";

const STATES = ["dead", "ready", "running"] as const;
const filePayload = z.object({ file_id: z.uuid() });
const jobId = z.uuid();

export const jobsList: Command = {
  name: "jobs list",
  usage: "[--state dead|ready|running] [--tenant <id or name>]",
  summary: "Background jobs that were given up (dead, unless another state is asked for), with their last error",
  options: { state: { type: "string" }, tenant: { type: "string" } },
  async run(service, args) {
    const state = oneOf(optional(args, "state") ?? "dead", STATES, "state");
    const jobs = await listJobs(service.database.system, { state, tenant_id: await tenantId(service, args), id: null });
    const lines = jobs.map(describe);
    return { json: jobs, lines: lines.length === 0 ? [`no ${state} jobs`] : lines };
  },
};

export const jobsRetry: Command = {
  name: "jobs retry",
  usage: "--id <job> | --all [--tenant <id or name>]",
  summary: "Has files read anew whose reading was given up for reasons of the service, when its cause is mended",
  options: { id: { type: "string" }, all: { type: "boolean" }, tenant: { type: "string" } },
  async run(service, args) {
    const id = optional(args, "id");
    if ((id === null) === (args.options["all"] !== true)) throw new UsageError("name one job with --id, or --all");
    if (id !== null && !jobId.safeParse(id).success) throw new UsageError("--id is the id of a job, see jobs list");
    const dead = await listJobs(service.database.system, {
      state: "dead",
      tenant_id: await tenantId(service, args),
      id,
    });
    if (id !== null && dead.length === 0) return { json: [], lines: ["no dead job has this id"], failed: true };
    const outcomes: { id: string; outcome: string }[] = [];
    for (const job of dead) outcomes.push({ id: job.id, outcome: await retry(service, job) });
    const lines = outcomes.map(({ id: job, outcome }) => `${job}  ${outcome}`);
    return { json: outcomes, lines: lines.length === 0 ? ["no dead jobs"] : lines };
  },
};

/** Only files are read anew: a report is asked for again by who wants it, and a data source is due again by itself. */
async function retry(service: Service, job: ListedJob): Promise<string> {
  const payload = filePayload.safeParse(job.payload);
  if (!payload.success) return "not a file: left as it is";
  const ctx = await service.operatorContext(job.tenant_id, job.environment, "operator");
  const outcome = await reopenFile(ctx, payload.data.file_id);
  await settleDeadJob(service.database.system, job.id);
  return outcome === "final" ? "the file has ended otherwise since" : outcome;
}

async function tenantId(service: Service, args: Arguments): Promise<string | null> {
  const name = optional(args, "tenant");
  return name === null ? null : (await findTenant(service.database.system, name)).id;
}

function describe(job: ListedJob): string {
  const ends = job.interruptions > 0 ? `, ${job.interruptions} interrupted` : "";
  const what = `${job.id}  ${job.kind}  ${job.tenant_name} (${job.environment})  ${JSON.stringify(job.payload)}`;
  return `${what}\n    ${job.attempts} attempts${ends}: ${job.last_error ?? "no error"}`;
}
