import { fastifyMultipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import type { Operation } from "../../core/operation.ts";
import type { IdempotencyDeps } from "./idempotency.ts";
import { bodyHandler, type Handler, queryHandler, uploadHandler } from "./operation-handlers.ts";
import type { Target } from "./rest-guard.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Context of an admitted request for an operation. */
    operationContext: Context | null;
  }
  interface FastifyContextConfig {
    readonly target?: Target;
  }
}

/**
 * Mounts every operation at its path below the prefix of `app`, whose own hook admits requests and puts the context on them.
 * Bodies are read only after that.
 */
export function mountOperations(app: FastifyInstance, deps: IdempotencyDeps): void {
  app.decorateRequest("operationContext", null);
  for (const operation of deps.operations.filter(({ rest }) => rest.multipart !== true)) {
    const isQueried = operation.rest.method === "GET" || operation.rest.method === "DELETE";
    addOperation(app, operation, isQueried ? queryHandler(operation, deps.log) : bodyHandler(operation, deps));
  }
  app.register((uploads, _options, done) => {
    uploads.register(fastifyMultipart);
    for (const operation of deps.operations.filter(({ rest }) => rest.multipart === true)) {
      addOperation(uploads, operation, uploadHandler(operation, deps));
    }
    done();
  });
}

/** "/webhooks/" is not a webhook without an id: to the router it is one, to callers no endpoint. */
export function hasEmptyId({ params }: FastifyRequest): boolean {
  // The router makes an object of strings for every route.
  for (const value of Object.values(params as Readonly<Record<string, string>>)) if (value === "") return true;
  return false;
}

function addOperation(app: FastifyInstance, operation: Operation, handler: Handler): void {
  const { method, path } = operation.rest;
  app.route({ method, url: path, config: { target: { kind: "operation", operation } }, handler });
}
