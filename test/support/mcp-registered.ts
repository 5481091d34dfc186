import type { Context } from "../../src/core/context.ts";
import type { Operation } from "../../src/core/operation.ts";
import type { Scope } from "../../src/core/scopes.ts";
import { createMcpEndpoint } from "../../src/interfaces/mcp/endpoint.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { shippedCatalog } from "./catalog.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { ledgerLine, record } from "./ledger.ts";
import { mcpFixture } from "./mcp-fixture.ts";
import { mcpLoopback } from "./mcp-loopback.ts";

/** The service's own operations on a database of their own, with a tenant that has a few entries. */
export interface RegisteredTools {
  readonly operations: readonly Operation[];
  context(scopes?: readonly Scope[]): Context;
  close(): Promise<void>;
}

export async function registeredTools(): Promise<RegisteredTools> {
  const db: TestDatabase = await testDatabase();
  const tenant = await db.tenant();
  const context = (scopes?: readonly Scope[]): Context => db.context(tenant, scopes, { catalog: shippedCatalog });
  await record(context(), [ledgerLine(1), ledgerLine(2), ledgerLine(3)]);
  return { operations: OPERATIONS, context, close: () => db.close() };
}

/** The same tools behind an address of this machine, for real clients. */
export interface RegisteredServer extends RegisteredTools {
  readonly mcp_url: string;
}

export async function registeredServer(): Promise<RegisteredServer> {
  const registered = await registeredTools();
  const server = await mcpLoopback((base_url) => {
    const { deps } = mcpFixture({ operations: registered.operations, contextFor: () => registered.context() });
    return createMcpEndpoint({ ...deps, base_url });
  });
  return {
    ...registered,
    mcp_url: server.mcp_url,
    async close() {
      await server.close();
      await registered.close();
    },
  };
}
