import { fastify, type FastifyInstance } from "fastify";
import { rangeMatcher } from "../../core/address-ranges.ts";
import { limitConnections } from "./connection-limits.ts";
import type { HttpDeps } from "./http-deps.ts";
import { type ProbeDeps, registerProbes } from "./probes.ts";

/** The listener of a process that works and serves nobody: probes and metrics for operators, 404 for the rest. */
export function createProbeServer(
  deps: ProbeDeps & { readonly settings: Pick<HttpDeps["settings"], "connections"> },
): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: "idle" });
  registerProbes(app, deps);
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send("Not found: this process works (ROLE=worker), and other processes answer requests\n"),
  );
  limitConnections(app.server, deps.settings.connections, {
    isTrusted: rangeMatcher([]),
    onRefused: (status, code) => deps.metrics.refused("connection", status, code),
  });
  return app;
}
