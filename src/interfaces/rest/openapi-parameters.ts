import type { Operation } from "../../core/operation.ts";
import { requestSchema } from "./openapi-schema.ts";
import { asJson, requiredNames, shownValue } from "./openapi-values.ts";
import { type ComponentStore, type Json, pascalCase, reference } from "./openapi-store.ts";

const HEADER_PARAMETERS = {
  ClientTenant: {
    name: "X-Svc-Tenant",
    in: "header",
    required: false,
    description: "Id of the client's company; for consultant keys, which act by the grants that GET /grants lists.",
    schema: { type: "string", format: "uuid", maxLength: 36 },
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "A value of your own, best a random UUID; it counts for the company and environment. Within 24 hours the same " +
      "request with the same key has no second effect: it gets the first one's answer, with the header " +
      "Idempotent-Replayed: true, or 409 while that runs, where it was another credential's, or where its process died.",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
} as const;

/** The parameters of an operation, those that several have by reference. */
export type ParametersOf = (operation: Operation) => readonly Json[];

/** Decides which parameters are described once: those that are word for word the same in two operations or more. */
export function parameterReader(operations: readonly Operation[], store: ComponentStore): ParametersOf {
  const parametersByOperation = new Map(operations.map((operation) => [operation, ownParameters(operation, store)]));
  const users = new Map<string, Operation[]>();
  for (const [operation, parameters] of parametersByOperation) {
    for (const text of parameters.map((parameterObject) => JSON.stringify(parameterObject))) {
      users.set(text, [...(users.get(text) ?? []), operation]);
    }
  }
  const names = namesOf([...users].filter(([, using]) => using.length > 1));
  const shared = (parameter: Json): Json => {
    const name = names.get(JSON.stringify(parameter));
    return name === undefined ? parameter : store.keep("parameters", name, parameter);
  };
  for (const [name, value] of Object.entries(HEADER_PARAMETERS)) store.keep("parameters", name, value);
  return (operation) => [...(parametersByOperation.get(operation) ?? []).map(shared), ...headerParameters(operation)];
}

/** Called after the parameter; where several are called the same, after the first path that has them as well. */
function namesOf(shared: readonly (readonly [string, readonly Operation[]])[]): ReadonlyMap<string, string> {
  const taken = new Set<string>(Object.keys(HEADER_PARAMETERS));
  return new Map(
    shared.map(([text, [first]]) => {
      const { name: plain } = asJson(JSON.parse(text));
      const short = pascalCase(String(plain));
      const long = `${short}Of${pascalCase(first?.name ?? "")}`;
      const name = taken.has(short) ? long : short;
      taken.add(name);
      return [text, name];
    }),
  );
}

function ownParameters(operation: Operation, store: ComponentStore): Json[] {
  const { rest, input } = operation;
  const schema = requestSchema(input, store);
  const inPath = pathNames(operation);
  const isQueried = rest.method === "GET" || rest.method === "DELETE";
  return Object.keys(input.shape)
    .filter((name) => inPath.has(name) || isQueried)
    .map((name) => parameter(operation, name, schema, inPath.has(name) ? "path" : "query"));
}

/** Names of the arguments that stand in the path. */
export function pathNames({ rest }: Operation): ReadonlySet<string> {
  return new Set([...rest.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ""));
}

function parameter(operation: Operation, name: string, schema: Json, location: "path" | "query"): Json {
  const { description, ...valueSchema } = asJson(asJson(schema["properties"])[name]);
  const example = operation.example.input[name];
  return {
    name,
    in: location,
    required: location === "path" || requiredNames(schema).includes(name),
    ...(description === undefined ? {} : { description }),
    schema: valueSchema,
    ...(example === undefined ? {} : { example: shownValue(example) }),
  };
}

/** Headers of a request that say something about the operation, beside the ones of HTTP itself. */
function headerParameters({ rest, callers, client }: Operation): Json[] {
  const isRepeatable = rest.method === "POST";
  const hasClient = callers !== "tenant" && client !== "none";
  return [
    ...(isRepeatable ? [reference("parameters", "IdempotencyKey")] : []),
    ...(hasClient ? [reference("parameters", "ClientTenant")] : []),
  ];
}
