import { validationError } from "../../src/core/errors.ts";
import type { ExtensionAnswer, ExtensionCall, InputRequest } from "./conformance-answer.ts";

/**
 * The tools that the official conformance suite calls by name. What each must answer is the suite's own text; see the
 * scenario descriptions of @modelcontextprotocol/conformance.
 */
export interface ConformanceTool {
  readonly description: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
  run(call: ExtensionCall): ExtensionAnswer;
}

/** One transparent pixel. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const text = (value: string) => ({ type: "text", text: value });
const image = { type: "image", data: PNG, mimeType: "image/png" };
const done = (...content: readonly object[]): ExtensionAnswer => ({ kind: "complete", members: { content } });

/** A form that the client shows its user. */
export function form(message: string, field: string, type: "string" | "boolean" = "string"): InputRequest {
  const requestedSchema = { type: "object", properties: { [field]: { type } }, required: [field] };
  return { method: "elicitation/create", params: { message, requestedSchema } };
}

function sampling(question: string, maxTokens: number): InputRequest {
  const messages = [{ role: "user", content: text(question) }];
  return { method: "sampling/createMessage", params: { messages, maxTokens } };
}

const ROOTS: InputRequest = { method: "roots/list", params: {} };

/** The value of a field in an accepted form, or null. */
export function answered({ responses }: ExtensionCall, key: string, field: string): unknown {
  const response = responses[key];
  const content = response?.["action"] === "accept" ? response["content"] : undefined;
  if (typeof content !== "object" || content === null) return null;
  return new Map<string, unknown>(Object.entries(content)).get(field) ?? null;
}

/** Asks until every key has a response of the client. */
function asking(
  requests: Readonly<Record<string, InputRequest>>,
  finish: (call: ExtensionCall) => ExtensionAnswer,
  state?: readonly string[],
): (call: ExtensionCall) => ExtensionAnswer {
  const questions = { kind: "input_required", requests, ...(state === undefined ? {} : { state }) } as const;
  return (call) => {
    const isWhole = Object.keys(requests).every((key) => call.responses[key] !== undefined);
    return isWhole && (state === undefined || call.state !== null) ? finish(call) : questions;
  };
}

/** A wave file of one silent sample: 8 bits, mono, 8,000 Hz. */
function silence(): string {
  const file = Buffer.alloc(45);
  file.write("RIFF", 0);
  file.writeUInt32LE(37, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(8_000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(1, 40);
  file.writeUInt8(128, 44);
  return file.toString("base64");
}

const resource = (uri: string, mimeType: string, value: string) => ({
  type: "resource",
  resource: { uri, mimeType, text: value },
});

const CONTENT: Readonly<Record<string, ConformanceTool>> = {
  test_simple_text: {
    description: "Returns text.",
    run: () => done(text("This is a simple text response for testing.")),
  },
  test_image_content: { description: "Returns an image.", run: () => done(image) },
  test_audio_content: {
    description: "Returns audio.",
    run: () => done({ type: "audio", data: silence(), mimeType: "audio/wav" }),
  },
  test_embedded_resource: {
    description: "Returns an embedded resource.",
    run: () => done(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  },
  test_multiple_content_types: {
    description: "Returns text, an image and a resource.",
    run: () =>
      done(
        text("Multiple content types test:"),
        image,
        resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ),
  },
  test_error_handling: {
    description: "Always fails.",
    run() {
      const message = "This tool intentionally returns an error for testing";
      throw validationError([{ path: "", code: "intended", message }]);
    },
  },
  test_tool_with_progress: {
    description: "Reports progress.",
    run(call) {
      for (const progress of [0, 50, 100]) call.progress(progress, 100);
      return done(text("Reported 0, 50 and 100 of 100."));
    },
  },
  test_tool_with_logging: { description: "Writes log messages.", run: logThrice },
  test_logging_tool: { description: "Writes log messages.", run: logThrice },
  json_schema_2020_12_tool: {
    description: "Tool with JSON Schema 2020-12 features",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      $defs: {
        address: {
          $anchor: "addressDef",
          type: "object",
          properties: { street: { type: "string" }, city: { type: "string" } },
        },
      },
      properties: {
        name: { type: "string" },
        address: { $ref: "#/$defs/address" },
        contactMethod: { type: "string", enum: ["phone", "email"] },
        phone: { type: "string" },
        email: { type: "string" },
      },
      allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
      if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: ["phone"] },
      else: { required: ["email"] },
      additionalProperties: false,
    },
    run: (call) => done(text(JSON.stringify(call.params["arguments"] ?? {}))),
  },
};

function logThrice(call: ExtensionCall): ExtensionAnswer {
  for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    call.log("info", line);
  }
  return done(text("Logged three messages."));
}

const CONFIRM = { confirm: form("Please confirm", "ok", "boolean") };

const QUESTIONS: Readonly<Record<string, ConformanceTool>> = {
  test_missing_capability: {
    description: "Needs the client's model.",
    run: asking({ sample: sampling("Say hello", 10) }, () => done(text("Success"))),
  },
  test_streaming_elicitation: {
    description: "Asks the user on the response stream.",
    run: asking({ user_name: form("What is your name?", "name") }, () => done(text("Thank you."))),
  },
  test_input_required_result_elicitation: {
    description: "Asks for a name.",
    run(call) {
      const name = answered(call, "user_name", "name");
      if (typeof name === "string") return done(text(`Hello, ${name}!`));
      return { kind: "input_required", requests: { user_name: form("What is your name?", "name") } };
    },
  },
  test_input_required_result_sampling: {
    description: "Asks the client's model.",
    run: asking({ capital_question: sampling("What is the capital of France?", 100) }, (call) =>
      done(text(JSON.stringify(call.responses["capital_question"]?.["content"]))),
    ),
  },
  test_input_required_result_list_roots: {
    description: "Asks for the client's roots.",
    run: asking({ client_roots: ROOTS }, (call) => done(text(JSON.stringify(call.responses["client_roots"])))),
  },
  test_input_required_result_request_state: {
    description: "Gets its state back.",
    run: asking(CONFIRM, () => done(text("state-ok")), ["asked"]),
  },
  test_input_required_result_tampered_state: {
    description: "Gets its state back, or refuses.",
    run: asking(CONFIRM, () => done(text("state-ok")), ["asked"]),
  },
  test_input_required_result_multiple_inputs: {
    description: "Asks three questions at once.",
    run: asking(
      {
        user_name: form("What is your name?", "name"),
        greeting: sampling("Generate a greeting", 50),
        client_roots: ROOTS,
      },
      () => done(text("All three answered.")),
      ["asked"],
    ),
  },
  test_input_required_result_multi_round: { description: "Asks twice, one after the other.", run: askTwice },
  test_input_required_result_capabilities: {
    description: "Asks what the client can answer.",
    run(call) {
      const requests = {
        ...(call.capabilities["sampling"] === undefined ? {} : { sample: sampling("Say hello", 10) }),
        ...(call.capabilities["elicitation"] === undefined ? {} : CONFIRM),
      };
      const isDone = Object.keys(call.responses).length > 0 || Object.keys(requests).length === 0;
      return isDone ? done(text("Done.")) : { kind: "input_required", requests };
    },
  },
};

function askTwice(call: ExtensionCall): ExtensionAnswer {
  const [round, given] = call.state ?? ["0"];
  if (round === "1") {
    const first = answered(call, "step1", "name");
    if (typeof first === "string") {
      const requests = { step2: form("Step 2: What is your favorite color?", "color") };
      return { kind: "input_required", requests, state: ["2", first] };
    }
  }
  const color = round === "2" ? answered(call, "step2", "color") : null;
  if (typeof color === "string") return done(text(`${given} likes ${color}.`));
  return { kind: "input_required", requests: { step1: form("Step 1: What is your name?", "name") }, state: ["1"] };
}

export const CONFORMANCE_TOOLS: Readonly<Record<string, ConformanceTool>> = { ...CONTENT, ...QUESTIONS };
