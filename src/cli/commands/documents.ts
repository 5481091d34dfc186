import { sealAndRemoveUnclaimed, sealDocuments } from "../../composition/workers/document-sealing.ts";
import { adoptStore } from "../../composition/installation.ts";
import type { Command } from "../command.ts";

export const documentsSeal: Command = {
  name: "documents seal",
  usage: "[--remove-unclaimed]",
  summary:
    "Seals the documents that earlier versions kept unencrypted, as the service does after its start; " +
    "--remove-unclaimed removes those that no company has",
  options: { "remove-unclaimed": { type: "boolean" } },
  async run(service, args) {
    const seal = args.options["remove-unclaimed"] === true ? sealAndRemoveUnclaimed : sealDocuments;
    const outcome = await seal(service);
    const { sealed, failed, unclaimed, removed } = outcome;
    const lines = [
      `${sealed} documents sealed`,
      ...(removed > 0 ? [`${removed} documents that no company has were removed`] : []),
      ...(unclaimed > 0 ? [`${unclaimed} documents that no company has are left unencrypted`] : []),
      ...(failed > 0 ? [`${failed} documents could not be sealed and are left unencrypted; the log says why`] : []),
    ];
    return { json: outcome, lines, failed: failed > 0 };
  },
};

export const documentsAdoptStore: Command = {
  name: "documents adopt-store",
  usage: "",
  summary:
    "Makes DATA_DIR the store of the database's documents when a start refuses it: for who knows that it is the right one, " +
    "or that the documents are lost. Stop every process first",
  options: {},
  mode: "adoption",
  async run(service) {
    const installation_id = await adoptStore(service);
    return { json: { installation_id }, lines: ["The database and the store of documents belong together now"] };
  },
};
