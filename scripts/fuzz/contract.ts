import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { z } from "zod";

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: unknown;
}

/** One operation as the OpenAPI document describes it. */
export interface RestOperation {
  readonly id: string;
  readonly method: string;
  /** Below /api/v1, parameters as {id}. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Schema and example of a JSON body; null: none. */
  readonly body: { readonly schema: Schema; readonly required: boolean; readonly example: Schema } | null;
  readonly is_multipart: boolean;
  /** Media types by status; an empty record: no body. */
  readonly responses: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  /** Media types in which a list can be had besides. */
  readonly exports: readonly string[];
}

export interface Tool {
  readonly name: string;
  readonly is_read: boolean;
  readonly input: Schema;
  readonly output: Schema;
}

/** What the running service says of itself: every request is derived from it and every answer held against it. */
export interface Contract {
  readonly operations: readonly RestOperation[];
  readonly tools: readonly Tool[];
  /** What of the value does not fit, "" when all fits. */
  misfit(schema: Schema, value: unknown): string;
  fits(schema: Schema, value: unknown): boolean;
}

const record = z.record(z.string(), z.unknown());
const parameterShape = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean(),
  schema: record,
  example: z.unknown().optional(),
});
const mediaTypes = z.record(z.string(), z.object({ schema: record, example: z.unknown().optional() }));
const operationShape = z.object({
  operationId: z.string(),
  parameters: z.array(parameterShape).default([]),
  requestBody: z.object({ required: z.boolean(), content: mediaTypes }).optional(),
  "x-export-media-types": z.array(z.string()).default([]),
  responses: z.record(z.string(), z.object({ content: mediaTypes.default({}) })),
});
const documentShape = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), record)) });
const toolsShape = z.array(
  z.object({
    name: z.string(),
    inputSchema: record,
    outputSchema: record,
    annotations: z.object({ readOnlyHint: z.boolean() }),
  }),
);

/** Reads the OpenAPI document and the entries of tools/list. @throws ZodError when they are not what they should be */
export function readContract(openapi: unknown, toolList: unknown): Contract {
  const document = documentShape.parse(openapi);
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  formats.default(ajv);
  ajv.addSchema({ $id: "openapi", ...document });
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: Schema) => {
    const known = compiled.get(schema) ?? ajv.compile(absolute(schema));
    compiled.set(schema, known);
    return known;
  };
  return {
    operations: Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) =>
        toOperation(path, method, operationShape.parse(dereferenced(document, described))),
      ),
    ),
    tools: toolsShape.parse(toolList).map(({ name, inputSchema: input, outputSchema: output, annotations }) => ({
      name,
      is_read: annotations.readOnlyHint,
      input,
      output,
    })),
    misfit(schema, value) {
      const validate = validatorOf(schema);
      return validate(value) ? "" : ajv.errorsText(validate.errors);
    },
    fits: (schema, value) => validatorOf(schema)(value) === true,
  };
}

/** References inside the document are resolved against the whole of it. */
function absolute(schema: Schema): Schema {
  return record.parse(JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components')));
}

/** Parameters and answers that several operations share, put in their places; schemas keep their references. */
function dereferenced(document: Schema, described: Schema): Schema {
  const whole = (part: unknown): unknown => {
    const { $ref } = z.looseObject({ $ref: z.string().optional() }).parse(part);
    if ($ref === undefined) return part;
    return $ref
      .split("/")
      .slice(1)
      .reduce<unknown>((at, name) => record.parse(at)[name], document);
  };
  const responses = Object.entries(record.parse(described["responses"])).map(([status, one]) => [status, whole(one)]);
  const parameters = z.array(z.unknown()).default([]).parse(described["parameters"]).map(whole);
  return { ...described, parameters, responses: Object.fromEntries(responses) };
}

function toOperation(path: string, method: string, described: z.output<typeof operationShape>): RestOperation {
  const content = described.requestBody?.content ?? {};
  const json = content["application/json"];
  return {
    id: described.operationId,
    method: method.toUpperCase(),
    path,
    // Headers are the same for all operations, and the requests know them.
    parameters: described.parameters.flatMap(({ in: place, ...one }) =>
      place === "header" ? [] : [{ ...one, in: place, example: one.example }],
    ),
    exports: described["x-export-media-types"],
    body:
      json === undefined
        ? null
        : {
            schema: json.schema,
            required: described.requestBody?.required === true,
            example: record.safeParse(json.example).data ?? {},
          },
    is_multipart: content["multipart/form-data"] !== undefined,
    responses: Object.fromEntries(
      Object.entries(described.responses).map(([status, { content: types }]) => [
        status,
        Object.fromEntries(Object.entries(types).map(([type, { schema }]) => [type, schema])),
      ]),
    ),
  };
}
