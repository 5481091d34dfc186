import { z } from "zod";
import { defineOperation } from "../../src/core/operation.ts";
import type { TestKey } from "./app.ts";

/** A POST to the assistant endpoint as bytes, with the key and the length of its body. */
export function mcpBytes(
  { key }: TestKey,
  body: string,
  { target = "/api/mcp", headers = [] }: { readonly target?: string; readonly headers?: readonly string[] } = {},
): string {
  return [
    `POST ${target} HTTP/1.1`,
    "Host: ledger.test",
    `Authorization: Bearer ${key}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
}

/** A tool for everybody that takes no arguments. */
export function toolNamed(name: string, run: () => Promise<Readonly<Record<string, unknown>>>) {
  return defineOperation({
    name,
    title: "Test",
    description: "Answers what the test wants.",
    layer: null,
    scope: null,
    access: "read",
    input: z.object({}),
    output: z.record(z.string(), z.unknown()),
    errors: [],
    emits: [],
    rest: { method: "GET", path: `/${name}` },
    tool: true,
    callers: "any",
    example: { input: {}, output: {} },
    run,
  });
}
