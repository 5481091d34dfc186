import { z } from "zod";
import { describe, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { ERROR_CODES } from "../../src/core/errors.ts";
import { EVENT_DATA } from "../../src/core/event-data.ts";
import { SCHEMA_NAMES } from "../../src/core/schema-names.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { isRecord } from "../../src/interfaces/mcp/json-rpc.ts";
import { reportDocument } from "../../src/modules/reports/presentation/report-document.ts";
import { SETTINGS } from "../../src/platform/config/settings.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { expectPinned } from "../support/pinned.ts";

/**
 * Names that clients, operators and stored data know the service by, as they were when the code's own names began to change.
 * The lists are written down, not derived: whoever removes or renames an entry breaks somebody who uses it.
 */
const pinned = (name: string, actual: Iterable<string>): void => expectPinned(actual, "names.json", name);

describe("names that others use", () => {
  test("error codes with their status", () => {
    pinned(
      "error_codes",
      Object.entries(ERROR_CODES).map(([code, { status }]) => `${code} ${status}`),
    );
  });

  test("scopes", () => pinned("scopes", SCOPES));

  test("environment variables", () => pinned("environment_variables", Object.keys(SETTINGS)));

  test("commands and their options", () => {
    const options = COMMANDS.flatMap((command) => [
      command.name,
      ...Object.entries(command.options).map(([name, { type }]) => `${command.name} --${name} ${type}`),
    ]);
    pinned("commands", options);
  });

  test("events and the members of their data", () => {
    pinned(
      "events",
      Object.entries(EVENT_DATA).flatMap(([event, data]) =>
        membersOf(data, "output").map((path) => `${event} ${path}`),
      ),
    );
  });

  test("operations, their tools and addresses", () => {
    pinned(
      "operations",
      OPERATIONS.map(({ name, tool, scope, rest: { method, path } }) =>
        [name, tool ? "tool" : "rest", scope ?? "-", method, path].join(" "),
      ),
    );
  });

  test("arguments of operations", () => {
    pinned(
      "arguments",
      OPERATIONS.flatMap(({ name, input }) => membersOf(input, "input").map((path) => `${name} ${path}`)),
    );
  });

  test("members of answers", () => {
    pinned(
      "answers",
      OPERATIONS.flatMap(({ name, output }) => membersOf(output, "output").map((path) => told(name, path))),
    );
  });

  test("members of a report", () => pinned("report_members", membersOf(reportDocument, "output")));
});

/** A member of a named record belongs to the record, every other one to the operation. */
function told(operation: string, path: string): string {
  return /^[A-Z][A-Za-z]*:/.test(path) ? path : `${operation} ${path}`;
}

/**
 * Paths of every member of a schema, and the values of fixed lists: "items[].status", "items[].status = draft". Below a record
 * that has a name the paths begin with it, "Activity.status", so that it is told once.
 */
function membersOf(schema: z.ZodType, io: "input" | "output"): string[] {
  const root: unknown = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    metadata: SCHEMA_NAMES,
  });
  const found = new Set<string>();
  const walk = (node: unknown, given: string, depth: number): void => {
    if (!isRecord(node) || depth > 12) return;
    const path = typeof node["name"] === "string" ? `${node["name"]}:` : given;
    if (path !== given) found.add(`${given === "" ? "all" : given} is ${path.slice(0, -1)}`);
    const { properties, items, additionalProperties, enum: values, const: value } = node;
    if (Array.isArray(values)) for (const one of values) found.add(`${path} = ${String(one)}`);
    if (value !== undefined) found.add(`${path} = ${JSON.stringify(value).replaceAll('"', "")}`);
    for (const name of ["anyOf", "oneOf", "allOf"]) {
      const parts = node[name];
      if (Array.isArray(parts)) for (const part of parts) walk(part, path, depth + 1);
    }
    walk(items, `${path}[]`, depth + 1);
    walk(additionalProperties, `${path}.*`, depth + 1);
    if (!isRecord(properties)) return;
    for (const [name, member] of Object.entries(properties)) {
      const at = path === "" || path.endsWith(":") ? `${path}${name}` : `${path}.${name}`;
      found.add(at);
      walk(member, at, depth + 1);
    }
  };
  walk(root, "", 0);
  return [...found];
}
