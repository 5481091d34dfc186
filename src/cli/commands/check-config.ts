import { type TriedConnection, tryConnections } from "../../composition/connection-check.ts";
import { createLog } from "../../platform/log.ts";
import { misspeltSettings } from "../../platform/config/misspelt-settings.ts";
import { unsafeSettings } from "../../platform/config/unsafe-settings.ts";
import { checkSettings } from "../../composition/settings-check.ts";
import type { StandaloneCommand } from "../command.ts";

export const checkConfig: StandaloneCommand = {
  name: "check-config",
  usage: "[--connect]",
  summary:
    "Reads every setting and the files that they name, names each wrong one with what is allowed, and warns of settings that " +
    "are unsafe together; --connect also tries database, documents, mail server and malware scanner",
  options: { connect: { type: "boolean" } },
  async runAlone(args, env) {
    const { problems, config } = await checkSettings(env);
    const warnings = [
      ...misspeltSettings(env).map(({ name, sentence }) => ({ settings: [name], sentence })),
      ...(config === null ? [] : unsafeSettings(config)),
    ];
    const isTried = args.options["connect"] === true && problems.length === 0 && config !== null;
    const connections = isTried ? await tryConnections(config, createLog("error")) : [];
    const failed = connections.some(({ ok }) => !ok);
    return {
      json: { ok: problems.length === 0 && !failed, problems, warnings, connections },
      lines: [
        problems.length === 0 ? "The settings are right" : `${count(problems.length, "setting")} to mend:`,
        ...problems.map((problem) => `  - ${problem}`),
        ...(warnings.length === 0 ? [] : [`${count(warnings.length, "warning")}:`]),
        ...warnings.map(({ settings, sentence }) => `  - ${settings.join(", ")}: ${sentence}`),
        ...connections.map(lineOf),
        ...(args.options["connect"] === true && !isTried ? ["Nothing was tried: mend the settings first"] : []),
      ],
      failed,
      isMisconfigured: problems.length > 0,
    };
  },
};

function lineOf({ name, ok, detail }: TriedConnection): string {
  return `${ok ? "ok    " : "FAILED"}  ${name}: ${detail}`;
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
