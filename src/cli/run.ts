import { ServiceError } from "../core/errors.ts";
import { openServer } from "../composition/database-server.ts";
import { ConfigError, readConfig } from "../platform/config/config.ts";
import { createLog } from "../platform/log.ts";
import { misspeltSettings } from "../platform/config/misspelt-settings.ts";
import { servedAddress } from "../platform/served-address.ts";
import { openService } from "../composition/service.ts";
import {
  type Arguments,
  type Command,
  type CommandResult,
  type Environment,
  parseArguments,
  type ServiceCommand,
  UsageError,
} from "./command.ts";
import { commandsBeginningWith, findCommand } from "./commands.ts";
import { commandHelp, overview } from "./help.ts";

/**
 * Runs one operator command and answers with the exit code: 0 done, 1 refused or found a problem, 2 wrong words or settings.
 * What a command has to say goes to the output, why it did nothing to the error stream.
 */
export async function runCommandLine(words: readonly string[], env: Environment): Promise<number> {
  const match = findCommand(words);
  if (match === undefined) return answerWithHelp(words);
  if (match.rest.includes("--help") || match.rest.includes("-h")) {
    console.log(commandHelp([match.command]));
    return 0;
  }
  try {
    return await perform(match.command, match.rest, env);
  } catch (error) {
    const { text, code } = explain(error, match.command);
    console.error(text);
    return code;
  }
}

/** Help is the answer to who asks for it, and what is told to who used words that there are not. */
function answerWithHelp(words: readonly string[]): number {
  const named = words.filter((word) => !["help", "--help", "-h"].includes(word));
  const meant = commandsBeginningWith(named);
  if (named.length < words.length || words.length === 0) {
    if (named.length === 0) console.log(overview());
    else if (meant.length > 0) console.log(commandHelp(meant));
    else return refuseWords(named);
    return 0;
  }
  return refuseWords(named);
}

function refuseWords(words: readonly string[]): number {
  const near = commandsBeginningWith(words.slice(0, 1));
  const text = near.length > 0 ? commandHelp(near) : overview();
  console.error(`There is no command "${words.join(" ")}".\n\n${text}`);
  return 2;
}

async function perform(command: Command, words: readonly string[], env: Environment): Promise<number> {
  const args = parseArguments(command, words);
  const result = "runAlone" in command ? await command.runAlone(args, env) : await runWithService(command, args, env);
  if (args.options["json"] === true) {
    console.log(JSON.stringify(result.json, null, command.isPrintedBetweenLogLines === true ? 0 : 2));
  } else if (result.lines.length > 0) console.log(result.lines.join("\n"));
  if (result.isMisconfigured === true) return 2;
  return result.failed === true ? 1 : 0;
}

async function runWithService(command: ServiceCommand, args: Arguments, env: Environment): Promise<CommandResult> {
  for (const { sentence } of misspeltSettings(env)) console.error(`Warning: ${sentence}`);
  const { data_dir } = readConfig(env);
  const config = readConfig(env, await servedAddress(data_dir));
  const log = createLog("warn");
  if (command.plan !== undefined && args.options["plan"] === true) {
    const server = await openServer(config, log, "command");
    try {
      return await command.plan(server.connection);
    } finally {
      await server.close();
    }
  }
  const service = await openService(config, log, command.mode ?? "command");
  try {
    return await command.run(service, args);
  } finally {
    await service.close();
  }
}

/** What a person at the terminal needs to know; the stack is for bugs only. */
function explain(error: unknown, command: Command): { text: string; code: number } {
  if (error instanceof UsageError) return { text: `${error.message}\n\n${commandHelp([command])}`, code: 2 };
  if (error instanceof ServiceError) return { text: `${error.code}: ${error.detail}`, code: 1 };
  if (error instanceof ConfigError) return { text: error.message, code: 2 };
  return { text: reasonOf(error), code: 1 };
}

/** A connection that fails on every address of a name is an error without words around one per address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === "") return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}
