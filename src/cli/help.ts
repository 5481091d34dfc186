import type { Command } from "./command.ts";
import { COMMAND_GROUPS } from "./commands.ts";

const USAGE = "Usage: carbon-ledger <command> [--json]";

/** Every command in its group, and where to read on. */
export function overview(): string {
  const groups = COMMAND_GROUPS.map(({ title, commands }) => `${title}\n${commands.map(row).join("\n")}`);
  const rest = [
    "carbon-ledger <command> --help shows one command, --version the release. Settings are environment variables: README.md",
    "lists them, and check-config says which of them are wrong.",
  ];
  return [USAGE, ...groups, rest.join("\n")].join("\n\n");
}

/** What was asked for, with all that there is to say about it. */
export function commandHelp(commands: readonly Command[]): string {
  return `${USAGE}\n\n${commands.map(row).join("\n")}`;
}

function row({ name, usage, summary }: Command): string {
  return `  ${`${name} ${usage}`.trim()}\n      ${summary}`;
}
