#!/usr/bin/env node
import { COMMANDS, findCommand } from "./cli/commands.ts";
import { parseArguments, UsageError } from "./cli/command.ts";
import { ServiceError } from "./core/errors.ts";
import { ConfigError, readConfig } from "./platform/config.ts";
import { createLog } from "./platform/log.ts";
import { openService } from "./service.ts";

/** Runs one operator command: 0 done, 1 refused or found a problem, 2 wrong words. */
async function main(words: readonly string[]): Promise<number> {
  const found = findCommand(words);
  if (found === undefined) {
    console.log(help());
    return words.length === 0 || words.includes("--help") ? 0 : 2;
  }
  const args = parseArguments(found.command, found.rest);
  const config = readConfig(process.env);
  const service = await openService(config, createLog("warn"), "command");
  try {
    const result = await found.command.run(service, args);
    console.log(args.options["json"] === true ? JSON.stringify(result.json, null, 2) : result.lines.join("\n"));
    return result.failed === true ? 1 : 0;
  } finally {
    await service.close();
  }
}

function help(): string {
  const rows = COMMANDS.map((command) => `  ${command.name} ${command.usage}\n      ${command.summary}`);
  return `Usage: carbon-ledger <command> [--json]\n\n${rows.join("\n")}`;
}

/** What a person at the terminal needs to know; the stack is for bugs only. */
function explain(error: unknown): { text: string; code: number } {
  if (error instanceof UsageError) return { text: error.message, code: 2 };
  if (error instanceof ServiceError) return { text: `${error.code}: ${error.detail}`, code: 1 };
  if (error instanceof ConfigError) return { text: error.message, code: 2 };
  return { text: error instanceof Error ? error.message : String(error), code: 1 };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { text, code } = explain(error);
  console.error(text);
  process.exitCode = code;
}
