import type { Operation } from "../../core/operation.ts";
import { answerReader } from "./openapi-answers.ts";
import { errorCodes, keepProblems } from "./openapi-errors.ts";
import { keepHeaders } from "./openapi-headers.ts";
import { describeOperation, type OperationDescriber, type UploadBounds } from "./openapi-operation.ts";
import { parameterReader } from "./openapi-parameters.ts";
import { securitySchemes } from "./openapi-security.ts";
import { createComponentStore, type Json } from "./openapi-store.ts";
import { TAG_DESCRIPTIONS, tagOf } from "./openapi-tags.ts";
import { describeWebhooks } from "./openapi-webhooks.ts";

export interface OpenApiFacts {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
  readonly version: string;
  readonly uploads: UploadBounds;
}

const INTRODUCTION =
  "Emissions are kg CO2e. Times are ISO 8601 in UTC; from and to are inclusive, a date alone means the whole UTC day. " +
  "Lists are ordered by created_at, newest first, and paged by cursor: repeat with next_cursor until it is null. Lists " +
  "are also given whole (all pages) as text/csv and application/x-ndjson, where x-export-media-types says so and the " +
  "Accept header asks for it; whatever else Accept names is answered with JSON. An Idempotency-Key counts for POST; PUT, " +
  "PATCH and DELETE can be repeated without one, and say Idempotency-Key-Ignored: true where one was sent. Errors are " +
  "problem documents (RFC 9457); branch on code. Members that are null are not known, which is not zero.";

/** The OpenAPI 3.1 description of all operations and events, as JSON text. */
export function openApiText(operations: readonly Operation[], facts: OpenApiFacts): string {
  const store = createComponentStore();
  keepHeaders(store);
  keepProblems(store, facts.errors_url, new Set(operations.flatMap(errorCodes)));
  const describer: OperationDescriber = {
    store,
    uploads: facts.uploads,
    parametersOf: parameterReader(operations, store),
    answersOf: answerReader(operations, store),
  };
  const paths = pathsOf(operations, describer);
  const webhooks = describeWebhooks(store);
  return JSON.stringify({
    openapi: "3.1.0",
    info: {
      title: "Carbon Ledger REST API",
      version: facts.version,
      description: INTRODUCTION,
      contact: { name: "Carbon Ledger", url: facts.api_url },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [
      { url: `${facts.api_url}/api/v1`, description: "Production: live data", "x-internal": false },
      { url: `${facts.sandbox_api_url}/api/v1`, description: "Sandbox: test data", "x-internal": false },
    ],
    security: [{ bearer: [] }],
    tags: tagsOf(operations),
    paths,
    webhooks,
    components: { securitySchemes: securitySchemes(facts.base_url), ...store.all() },
  });
}

function tagsOf(operations: readonly Operation[]): Json[] {
  return [...new Set(operations.map(tagOf))].toSorted().map((name) => ({ name, description: TAG_DESCRIPTIONS[name] }));
}

function pathsOf(operations: readonly Operation[], describer: OperationDescriber): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = operation.rest.path.replaceAll(/:(\w+)/g, "{$1}");
    const item = (paths[path] ??= {});
    item[operation.rest.method.toLowerCase()] = describeOperation(operation, describer);
  }
  return paths;
}
