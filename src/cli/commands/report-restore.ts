import { type Context, ENVIRONMENTS } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { type Restoration, restoreReport, selectReportIds } from "../../modules/reports/index.ts";
import { findTenant, listTenants } from "../../modules/tenants/index.ts";
import type { Service } from "../../composition/service.ts";
import { type Arguments, type Command, oneOf, optional, UsageError } from "../command.ts";

/** Reports whose ids are read at once. */
const PAGE = 500;

interface Outcome {
  readonly company: string;
  readonly environment: string;
  readonly report_id: string;
  readonly restoration: Restoration;
}

export const reportRestore: Command = {
  name: "report restore",
  usage: "<report id> | --all-damaged [--tenant <id or name>] [--environment live|sandbox]",
  summary:
    "Renders a report again whose stored file is missing or damaged, and stores the file only when it is the same, byte " +
    "for byte; --all-damaged looks at every report, of one company or of all",
  options: {
    "all-damaged": { type: "boolean" },
    tenant: { type: "string" },
    environment: { type: "string" },
  },
  takesFiles: true,
  async run(service, args) {
    const id = reportNamed(args);
    const outcomes: Outcome[] = [];
    let checked = 0;
    for await (const ctx of ledgers(service, args)) {
      for await (const report_id of id === null ? everyReport(ctx) : [id]) {
        const restoration = await restoreReport(ctx, report_id);
        if (restoration === null) continue;
        checked += 1;
        const { name: company, environment } = ctx.tenant;
        if (id !== null || restoration.kind !== "sound")
          outcomes.push({ company, environment, report_id, restoration });
      }
    }
    const lost = outcomes.filter(({ restoration }) => restoration.kind === "lost").length;
    const restored = outcomes.filter(({ restoration }) => restoration.kind === "restored").length;
    const sum = `${checked} reports checked, ${restored} restored, ${lost} not restored`;
    const lines = id === null ? [...outcomes.map(lineOf), sum] : outcomes.map(lineOf);
    return {
      json: { checked, restored, not_restored: lost, reports: outcomes.map(toJson) },
      lines: id !== null && checked === 0 ? [`There is no report ${id}`] : lines,
      failed: lost > 0 || (id !== null && checked === 0),
    };
  },
};

/** The report that is named; null: all. */
function reportNamed({ options, operands }: Arguments): string | null {
  const [id, ...more] = operands;
  const isAll = options["all-damaged"] === true;
  if (more.length > 0 || isAll !== (id === undefined)) throw new UsageError("name one report, or --all-damaged");
  if (id !== undefined && !isUuid(id)) throw new UsageError("a report is named by its id; report list shows it");
  return id ?? null;
}

/** The companies that are asked about, each in its environments. */
async function* ledgers(service: Service, args: Arguments): AsyncGenerator<Context, void, undefined> {
  const { system } = service.database;
  const [company, environment] = [optional(args, "tenant"), optional(args, "environment")];
  const tenants = company === null ? await listTenants(system) : [await findTenant(system, company)];
  const environments = environment === null ? ENVIRONMENTS : [oneOf(environment, ENVIRONMENTS, "environment")];
  for (const { id } of tenants) {
    for (const tenantEnvironment of environments)
      yield await service.operatorContext(id, tenantEnvironment, "operator");
  }
}

async function* everyReport({ db }: Context): AsyncGenerator<string, void, undefined> {
  for (let after: string | null = null; ;) {
    const page: string[] = await selectReportIds(db, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1) ?? null;
  }
}

const WORDS = { sound: "sound", restored: "restored", lost: "NOT RESTORED" } as const;

function lineOf({ company, environment, report_id, restoration }: Outcome): string {
  const reason = restoration.kind === "lost" ? `\n    ${restoration.reason}` : "";
  return `${WORDS[restoration.kind]}  ${report_id}  ${restoration.filename}  ${company} (${environment})${reason}`;
}

function toJson({ company, environment, report_id, restoration }: Outcome): Record<string, unknown> {
  return { company, environment, report_id, ...restoration };
}
