import type { Operation } from "../../core/operation.ts";
import { EXPORT_MEDIA_TYPES, exportableList } from "./export-list.ts";
import type { AnswersOf } from "./openapi-answers.ts";
import { errorCodes, problemResponses } from "./openapi-errors.ts";
import { type ParametersOf, pathNames } from "./openapi-parameters.ts";
import { requestSchema } from "./openapi-schema.ts";
import { securityOf } from "./openapi-security.ts";
import type { ComponentStore, Json } from "./openapi-store.ts";
import { tagOf } from "./openapi-tags.ts";
import { asJson, requiredNames, shownValue } from "./openapi-values.ts";

export interface UploadBounds {
  readonly max_files: number;
  readonly max_file_bytes: number;
  readonly max_total_bytes: number;
}

export interface OperationDescriber {
  readonly store: ComponentStore;
  readonly parametersOf: ParametersOf;
  readonly uploads: UploadBounds;
  readonly answersOf: AnswersOf;
}

export function describeOperation(operation: Operation, describer: OperationDescriber): Json {
  const { rest, input } = operation;
  const isQueried = rest.method === "GET" || rest.method === "DELETE";
  const parameters = describer.parametersOf(operation);
  const isList = rest.method === "GET" && exportableList(operation) !== null;
  return {
    operationId: operation.name,
    summary: operation.title,
    description: describe(operation),
    tags: [tagOf(operation)],
    security: securityOf(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(isQueried
      ? {}
      : rest.multipart === true
        ? uploadBody(describer.uploads)
        : jsonBody(operation, requestSchema(input, describer.store))),
    ...(isList ? { [EXPORTS_KEYWORD]: EXPORTS } : {}),
    responses: { ...describer.answersOf(operation), ...problemResponses(errorCodes(operation), describer.store) },
  };
}

/** Media types in which a list can be had besides JSON, apart from `content`: a generated client reads lists as JSON. */
const EXPORTS_KEYWORD = "x-export-media-types";
const EXPORTS = Object.values(EXPORT_MEDIA_TYPES).map((type) => type.split(";", 1)[0]);

function describe(operation: Operation): string {
  const needs = [
    operation.scope === null ? null : `Scope: ${operation.scope}.`,
    operation.feature === undefined ? null : `Plan feature: ${operation.feature}.`,
    operation.callers === "tenant" ? "Not for consultant keys." : null,
    operation.callers === "consultant" ? "For consultant keys only." : null,
  ].filter((line) => line !== null);
  return [operation.description, ...needs].join(" ");
}

function jsonBody(operation: Operation, schema: Json): Json {
  const inPath = pathNames(operation);
  const properties = withoutNames(asJson(schema["properties"]), inPath);
  if (Object.keys(properties).length === 0) return {};
  const required = requiredNames(schema).filter((name) => !inPath.has(String(name)));
  const body = { type: "object", properties, additionalProperties: false };
  const example = shownValue(withoutNames(operation.example.input, inPath));
  return {
    requestBody: {
      required: required.length > 0,
      content: { "application/json": { schema: required.length === 0 ? body : { ...body, required }, example } },
    },
  };
}

function uploadBody({ max_files, max_file_bytes, max_total_bytes }: UploadBounds): Json {
  const items = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
  const description = `At most ${max_file_bytes} bytes each and ${max_total_bytes} in all`;
  const files = { type: "array", minItems: 1, maxItems: max_files, items, description };
  const schema = { type: "object", required: ["files"], properties: { files }, additionalProperties: false };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
}

function withoutNames(record: Json, names: ReadonlySet<string>): Json {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}
