import type { z } from "zod";
import type { Context } from "./context.ts";
import type { ErrorCode } from "./errors.ts";
import type { EventName } from "./events.ts";
import { type InputSchema, parseInput } from "./input.ts";
import type { JsonText } from "./json-text.ts";
import type { Feature } from "./plans.ts";
import type { Scope } from "./scopes.ts";
import type { StoredFile } from "./stored-file.ts";

export type Callers = "any" | "tenant" | "consultant";

export interface RestRoute {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path below /api/v1, parameters as ":id"; each parameter is an argument of the input. */
  readonly path: string;
  /** Status of success; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The body is multipart/form-data whose `files` parts are stored before the operation runs. */
  readonly multipart?: true;
  /** Answers carry a secret: never compressed, never cached. */
  readonly secret?: true;
  /** Answers are stored files, also of these media types: they are sent byte for byte with their hash and a name. */
  readonly file?: readonly string[];
}

/** What both transports and every derived artefact know of a capability. */
interface OperationFacts {
  /** Name of the tool and operationId of the route, snake_case. */
  readonly name: string;
  readonly title: string;
  /** At most 1,000 characters: what it does, when to use it, what to do next; units named. */
  readonly description: string;
  /** Layer of contract 4.2; null for capabilities outside the tool list. */
  readonly layer: 1 | 2 | 3 | null;
  /** null: any credential. */
  readonly scope: Scope | null;
  readonly access: "read" | "write";
  readonly feature?: Feature;
  readonly idempotent?: boolean;
  readonly errors: readonly ErrorCode[];
  readonly emits: readonly EventName[];
  readonly rest: RestRoute;
  /** Whether the MCP server offers it as a tool. */
  readonly tool: boolean;
  readonly callers: Callers;
  /**
   * Whether a consultant key names its client in X-Svc-Tenant: it must, unless said otherwise; it may; or the operation
   * is about the consultant itself.
   */
  readonly client?: "optional" | "none";
  /** Calls are counted for the company as well, not for the credential alone: for what would give more credentials. */
  readonly draws_on_company?: true;
}

export interface OperationDefinition<Input extends InputSchema, Output extends z.ZodType> extends OperationFacts {
  readonly input: Input;
  readonly output: Output;
  /** Runs as it stands on the demo tenant; `input` values "$entry_id" etc. are replaced by the demo's ids in tests. */
  readonly example: { readonly input: z.input<Input>; readonly output: z.input<Output> };
  run(
    ctx: Context,
    input: z.output<Input>,
  ): Promise<z.input<Output> | JsonText<z.input<Output>> | StoredFile<z.input<Output>>>;
}

/** An operation with its types closed over: `perform` parses the raw input and runs. */
export interface Operation extends OperationFacts {
  readonly input: InputSchema;
  readonly output: z.ZodType;
  readonly example: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
  /** @throws ServiceError; `invoke` is the only caller. */
  perform(ctx: Context, rawInput: unknown): Promise<unknown>;
}

/** What the compiler knows of an operation for pages that call it; nothing of it is there at run time. */
export interface Typed<Input, Output> {
  readonly types?: { readonly input: Input; readonly output: Output };
}

/** Turns a typed definition into the value that the list of operations and every transport use. */
export function defineOperation<Input extends InputSchema, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation & Typed<z.input<Input>, z.output<Output>> {
  const { run, ...facts } = definition;
  return { ...facts, perform: (ctx, rawInput) => run(ctx, parseInput(definition.input, rawInput)) };
}
