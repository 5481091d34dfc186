import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Connection } from "../platform/db/connection.ts";
import type { Service } from "../composition/service.ts";

type OptionTable = NonNullable<ParseArgsConfig["options"]>;

/** Parsed arguments of a command: option texts by name, flags as true, then the operands. */
export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly operands: readonly string[];
}

/** What a command has to say: a value for --json, lines for people, and whether the shell should see success. */
export interface CommandResult {
  readonly json: unknown;
  readonly lines: readonly string[];
  readonly failed?: boolean;
  /** Whether what was found are wrong settings: exit code 2, as when a command refuses them. */
  readonly isMisconfigured?: boolean;
}

/** The process's environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface CommandWords {
  /** Words that select it, e.g. "tenant create". */
  readonly name: string;
  /** Options and operands as the help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly options: OptionTable;
  /** Whether words without an option name are files; otherwise they are a mistake. */
  readonly takesFiles?: true;
  /** Whether its JSON is one line, because the lines of the log stand around it. */
  readonly isPrintedBetweenLogLines?: true;
}

/** A command that works in database and documents: they are opened, and the database migrated, before it runs. */
export interface ServiceCommand extends CommandWords {
  /** What it needs of the installation; "command" unless stated. */
  readonly mode?: "upgrade" | "setup" | "adoption";
  run(service: Service, args: Arguments): Promise<CommandResult>;
  /** Answers --plan: what `run` would do to the database, which is not even migrated for it. */
  readonly plan?: (connection: Connection) => Promise<CommandResult>;
}

/** A command for which nothing is opened: it has the settings alone, which may be wrong. */
export interface StandaloneCommand extends CommandWords {
  runAlone(args: Arguments, env: Environment): Promise<CommandResult>;
}

export type Command = ServiceCommand | StandaloneCommand;

/** A mistake in the words of the command line: printed with the usage, exit code 2. */
export class UsageError extends Error {}

/** @throws UsageError on an unknown option or a missing value. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  try {
    const parsed = parseArgs({
      args: [...words],
      options: { ...command.options, json: { type: "boolean" } },
      allowPositionals: command.takesFiles === true,
      strict: true,
    });
    return { options: parsed.values, operands: parsed.positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "unreadable arguments");
  }
}

/** Text of an option that must be there. @throws UsageError */
export function required(args: Arguments, name: string): string {
  const value = args.options[name];
  if (typeof value !== "string" || value === "") throw new UsageError(`--${name} is missing`);
  return value;
}

/** Text of an option that may be absent. */
export function optional(args: Arguments, name: string): string | null {
  const value = args.options[name];
  return typeof value === "string" && value !== "" ? value : null;
}

/** One of a fixed set. @throws UsageError naming the set. */
export function oneOf<Value extends string>(value: string, allowed: readonly Value[], name: string): Value {
  const match = allowed.find((candidate) => candidate === value);
  if (match === undefined) throw new UsageError(`--${name} is one of ${allowed.join(", ")}`);
  return match;
}
