import { importCompany } from "../../modules/offboarding/index.ts";
import { writtenFolder } from "../../platform/export-folder.ts";
import { type Command, required } from "../command.ts";

export const tenantImport: Command = {
  name: "tenant import",
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
    return {
      json: { tenant_id: id, name, rows, files: outcome.files, people, unknown_factors },
      lines: [
        `${name} (${id}) is here as of ${manifest.exported_at}: ${rows} rows, ${outcome.files} files, ${people} people`,
        `Prove it:    audit verify --documents --tenant ${id}`,
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
