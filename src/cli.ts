#!/usr/bin/env node
import { COMMANDS, findCommand } from "./cli/commands.ts";
import { type Arguments, type Command, type CommandResult, parseArguments, UsageError } from "./cli/command.ts";
import { ServiceError } from "./core/errors.ts";
import { openServer } from "./database-server.ts";
import { ConfigError, readConfig } from "./platform/config.ts";
import { createLog } from "./platform/log.ts";
import { servedAddress } from "./platform/served-address.ts";
import { openService } from "./service.ts";

/** Runs one operator command: 0 done, 1 refused or found a problem, 2 wrong words. */
async function main(words: readonly string[]): Promise<number> {
  const found = findCommand(words);
  if (found === undefined) {
    console.log(help(COMMANDS));
    return words.length === 0 || words.includes("--help") ? 0 : 2;
  }
  if (found.rest.includes("--help")) {
    console.log(help([found.command]));
    return 0;
  }
  try {
    const args = parseArguments(found.command, found.rest);
    const result = await perform(found.command, args);
    console.log(args.options["json"] === true ? JSON.stringify(result.json, null, 2) : result.lines.join("\n"));
    return result.failed === true ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${help([found.command])}`);
    return 2;
  }
}

async function perform(command: Command, args: Arguments): Promise<CommandResult> {
  const { data_dir } = readConfig(process.env);
  const config = readConfig(process.env, await servedAddress(data_dir));
  const log = createLog("warn");
  if (command.plan !== undefined && args.options["plan"] === true) {
    const server = await openServer(config, log, "command");
    try {
      return await command.plan(server.connection);
    } finally {
      await server.close();
    }
  }
  const service = await openService(config, log, command.adoptsStore === true ? "adoption" : "command");
  try {
    return await command.run(service, args);
  } finally {
    await service.close();
  }
}

function help(commands: readonly Command[]): string {
  const rows = commands.map((command) => `  ${command.name} ${command.usage}\n      ${command.summary}`);
  return `Usage: carbon-ledger <command> [--json]\n\n${rows.join("\n")}`;
}

/** What a person at the terminal needs to know; the stack is for bugs only. */
function explain(error: unknown): { text: string; code: number } {
  if (error instanceof ServiceError) return { text: `${error.code}: ${error.detail}`, code: 1 };
  if (error instanceof ConfigError) return { text: error.message, code: 2 };
  return { text: reasonOf(error), code: 1 };
}

/** A connection that fails on every address of a name is an error without words around one per address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { text, code } = explain(error);
  console.error(text);
  process.exitCode = code;
}
