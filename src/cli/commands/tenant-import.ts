import { ENVIRONMENTS } from "../../core/context.ts";
import { type AuditReport, verifyAudit } from "../../modules/audit/index.ts";
import { importCompany } from "../../modules/offboarding/index.ts";
import { writtenFolder } from "../../platform/export-folder.ts";
import type { Service } from "../../composition/service.ts";
import { type Command, required } from "../command.ts";

export const tenantImport: Command = {
  name: "tenant import",
  mode: "setup",
  usage: "--from <folder>",
  summary:
    "Makes the company of an export here: same ids, same audit log, same figures. People need new links, keys and webhooks " +
    "new secrets. Refused when the company exists",
  options: { from: { type: "string" } },
  async run(service, args) {
    const { database, clock, files } = service;
    const outcome = await importCompany({
      admin: database.admin,
      clock,
      folder: await writtenFolder(required(args, "from")),
      files: (tenant_id, environment) => files.of(tenant_id, environment),
    });
    const { manifest, rows, people, unknown_factors } = outcome;
    const { id, name } = manifest.company;
    const proofs = await proofsOf(service, id);
    const is_intact = proofs.every(({ ok }) => ok);
    return {
      json: { tenant_id: id, name, rows, files: outcome.files, people, unknown_factors, is_intact },
      failed: !is_intact,
      lines: [
        `${name} (${id}) is here as of ${manifest.exported_at}: ${rows} rows, ${outcome.files} files, ${people} people`,
        is_intact
          ? "Its audit logs and the rows that they recorded are intact"
          : `Its audit logs do NOT prove its rows: audit verify --tenant ${id} says where`,
        "To be made:  a link for each person (user link), keys, webhooks, credentials of data sources, consultants' keys",
        ...(unknown_factors === 0
          ? []
          : [
              `Note: ${unknown_factors} factors of its entries are not in the catalog here; the entries keep them, ` +
                "new documents are calculated with this catalog",
            ]),
      ],
    };
  },
};

async function proofsOf({ database }: Service, id: string): Promise<readonly AuditReport[]> {
  const proofs: AuditReport[] = [];
  for (const environment of ENVIRONMENTS) proofs.push(await verifyAudit(database.tenant(id, environment)));
  return proofs;
}
