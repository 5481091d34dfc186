import type { McpExtension } from "../../src/interfaces/mcp/extension.ts";
import type { ExtensionAnswer, ExtensionCall, ExtensionWork } from "./conformance-answer.ts";
import { prepareWork } from "./conformance-call.ts";
import { answered, CONFORMANCE_TOOLS, form, PNG } from "./conformance-tools.ts";

type Run = (call: ExtensionCall) => ExtensionAnswer;

const user = (content: object) => ({ role: "user", content });
const text = (value: string) => ({ type: "text", text: value });
const said = (...content: readonly object[]): ExtensionAnswer => ({
  kind: "complete",
  members: { messages: content.map(user) },
});

function argument(call: ExtensionCall, name: string): string {
  const given = call.params["arguments"];
  const value = typeof given === "object" && given !== null ? new Map(Object.entries(given)).get(name) : undefined;
  return String(value ?? "");
}

interface Prompt {
  readonly arguments?: readonly string[];
  readonly run: Run;
}

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { run: () => said(text("This is a simple prompt for testing.")) },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    run: (call) =>
      said(text(`Prompt with arguments: arg1='${argument(call, "arg1")}', arg2='${argument(call, "arg2")}'`)),
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    run(call) {
      const resource = {
        uri: argument(call, "resourceUri"),
        mimeType: "text/plain",
        text: "Embedded resource content.",
      };
      return said({ type: "resource", resource }, text("Please process the embedded resource above."));
    },
  },
  test_prompt_with_image: {
    run: () => said({ type: "image", data: PNG, mimeType: "image/png" }, text("Please analyze the image above.")),
  },
  test_input_required_result_prompt: {
    run(call) {
      const context = answered(call, "user_context", "context");
      if (typeof context === "string") return said(text(`Context: ${context}`));
      const requests = { user_context: form("What context should the prompt use?", "context") };
      return { kind: "input_required", requests };
    },
  },
};

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

/** The contents of a resource, or null for an address that is none of the suite's. */
function contentsOf(uri: unknown): object | null {
  if (uri === "test://static-text") {
    return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." };
  }
  if (uri === "test://static-binary") return { uri, mimeType: "image/png", blob: PNG };
  const id = typeof uri === "string" ? TEMPLATE.exec(uri)?.[1] : undefined;
  if (id === undefined) return null;
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: "application/json", text: JSON.stringify(data) };
}

const NOTHING: ExtensionAnswer = { kind: "complete", members: {} };
const COMPLETION: ExtensionAnswer = {
  kind: "complete",
  members: { completion: { values: [], total: 0, hasMore: false } },
};

/** How a request is answered, or null when it is none of the suite's. */
function runOf(method: string, params: Readonly<Record<string, unknown>>): Run | null {
  const name = String(params["name"]);
  const contents = method === "resources/read" ? contentsOf(params["uri"]) : null;
  switch (method) {
    case "tools/call":
      return CONFORMANCE_TOOLS[name]?.run ?? null;
    case "prompts/get":
      return PROMPTS[name]?.run ?? null;
    case "resources/read":
      if (contents === null) return null;
      return () => ({
        kind: "complete",
        members: { contents: [contents] },
        cache: { ttlMs: 0, cacheScope: "private" },
      });
    case "completion/complete":
      return () => COMPLETION;
    default:
      return null;
  }
}

/** Methods that 2026-07-28 removed. Nothing is remembered between requests, so there is nothing to do. */
const LEGACY_METHODS = new Set(["logging/setLevel", "resources/subscribe", "resources/unsubscribe"]);

function find(
  era: "legacy" | "modern",
  method: string,
  params: Readonly<Record<string, unknown>>,
): ExtensionWork | null {
  const run = era === "legacy" && LEGACY_METHODS.has(method) ? () => NOTHING : runOf(method, params);
  return run === null ? null : { access: "read", run: async (call) => run(call) };
}

/**
 * What the conformance suite wants every server under test to offer, over this service's wire. It is built for tests
 * only; the service itself has no such tools.
 */
export const CONFORMANCE_EXTENSION: McpExtension = {
  capabilities: {
    legacy: { logging: {}, completions: {}, resources: { subscribe: true } },
    modern: { logging: {}, completions: {} },
  },
  lists: {
    "tools/list": Object.entries(CONFORMANCE_TOOLS).map(([name, { description, inputSchema }]) => ({
      name,
      description,
      inputSchema: inputSchema ?? { type: "object", properties: {} },
    })),
    "prompts/list": Object.entries(PROMPTS).map(([name, prompt]) => ({
      name,
      description: `The prompt ${name} of the conformance suite.`,
      arguments: (prompt.arguments ?? []).map((argumentName) => ({ name: argumentName, required: true })),
    })),
    "resources/list": ["static-text", "static-binary"].map((name) => ({ uri: `test://${name}`, name })),
    "resources/templates/list": [{ uriTemplate: "test://template/{id}/data", name: "template" }],
  },
  prepare(exchange, request) {
    const work = find(exchange.era, request.method, request.params);
    return work === null ? null : prepareWork(exchange, work, request);
  },
};
