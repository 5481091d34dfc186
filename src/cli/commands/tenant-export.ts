import { resolve } from "node:path";
import { exportCompany, type Manifest } from "../../modules/offboarding/index.ts";
import { findTenant } from "../../modules/tenants/index.ts";
import { packageVersion } from "../../composition/package-version.ts";
import { newFolder } from "../../platform/export-folder.ts";
import { type Command, required } from "../command.ts";

export const tenantExport: Command = {
  name: "tenant export",
  usage: "--tenant <id or name> --to <new folder>",
  summary:
    "Writes everything of a company into a folder, in open formats and with a manifest: documents, ledger, factors, audit " +
    "log, reports, people, settings; no secrets. The service may go on working",
  options: { tenant: { type: "string" }, to: { type: "string" } },
  async run(service, args) {
    const to = resolve(required(args, "to"));
    const tenant = await findTenant(service.database.system, required(args, "tenant"));
    const folder = await newFolder(to);
    let manifest: Manifest;
    try {
      manifest = await exportCompany(
        {
          admin: service.database.admin,
          files: (environment) => service.files.of(tenant.id, environment),
          folder,
          service_version: packageVersion(),
        },
        tenant.id,
      );
      await folder.finish();
    } catch (error) {
      await folder.abandon();
      throw error;
    }
    const { live, sandbox } = manifest.ledgers;
    const missing = live.missing + sandbox.missing;
    const unread = (live.rows["jobs"] ?? 0) + (sandbox.rows["jobs"] ?? 0);
    return {
      json: { path: to, ...manifest },
      lines: [
        `${tenant.name} as of ${manifest.exported_at} is in ${to}`,
        `  live     ${ledgerLine(live)}`,
        `  sandbox  ${ledgerLine(sandbox)}`,
        `  people   ${manifest.people}, factors ${manifest.factors}`,
        ...(unread > 0
          ? [`Note: ${unread} jobs waited. What they were to read is exported unread; export again later.`]
          : []),
        ...(missing > 0
          ? [`${missing} documents or reports were missing or damaged: lines without a path in documents.ndjson`]
          : []),
      ],
      failed: missing > 0,
    };
  },
};

function ledgerLine({ rows, documents, reports }: Manifest["ledgers"]["live"]): string {
  const entries = rows["emission_entries"] ?? 0;
  return `${documents} documents, ${entries} entries, ${rows["audit_events"] ?? 0} events, ${reports} reports`;
}
