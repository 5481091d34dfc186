import type { Operation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { onlyFile } from "../../core/stored-file.ts";
import { repetitionOf, successHeaders } from "./openapi-headers.ts";
import { answerSchema } from "./openapi-schema.ts";
import { type ComponentStore, type Json, pascalCase, reference } from "./openapi-store.ts";
import { shownValue } from "./openapi-values.ts";

/** The successes of an operation by status. */
export type AnswersOf = (operation: Operation) => Json;

/** Answers that several operations give, of the same record in the same way, are described once with the first one's words. */
export function answerReader(operations: readonly Operation[], store: ComponentStore): AnswersOf {
  const givers = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = answerName(operation);
    if (name !== null) givers.set(name, [...(givers.get(name) ?? []), operation]);
  }
  return (operation) => {
    const { status = 200, method } = operation.rest;
    const name = answerName(operation);
    const [first, second] = name === null ? [] : (givers.get(name) ?? []);
    const isShared = name !== null && first !== undefined && second !== undefined;
    const answer = isShared
      ? store.keep("responses", name, describeAnswer(first, store))
      : describeAnswer(operation, store);
    return { [status]: answer, ...(method === "GET" ? { 304: reference("responses", "NotModified") } : {}) };
  };
}

const WORDS: Readonly<Record<number, string>> = { 201: "Created", 202: "Accepted" };

/** "ScenarioPosted"; null for what has no name or other forms than JSON. */
function answerName(operation: Operation): string | null {
  const { status = 200, file, secret } = operation.rest;
  const record = SCHEMA_NAMES.get(operation.output)?.name;
  if (record === undefined || status === 204 || file !== undefined || secret === true) return null;
  return `${record}${WORDS[status] ?? repetitionOf(operation)}`;
}

/** A result without a name is called after what is asked for: "ValueChainCoverage", "TestDataSourceResult". */
function resultName({ name, rest }: Operation): string {
  const noun = /^get_(.+)$/.exec(name)?.[1];
  return rest.method === "GET" && noun !== undefined ? pascalCase(noun) : `${pascalCase(name)}Result`;
}

function describeAnswer(operation: Operation, store: ComponentStore): Json {
  const { status = 200, file = [] } = operation.rest;
  const headers = successHeaders(operation);
  const description = operation.title;
  if (status === 204) return { description, headers };
  const binary = { schema: { type: "string", format: "binary" } };
  const files = Object.fromEntries(file.map((media_type) => [media_type, binary]));
  if (operation.output === onlyFile) return { description, headers, content: files };
  const schema = answerSchema(operation.output, resultName(operation), store);
  const json = { "application/json": { schema, example: shownValue(operation.example.output) } };
  return { description, headers, content: { ...json, ...files } };
}
