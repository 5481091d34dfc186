import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import type { Credential } from "../../core/credential.ts";
import { ServiceError } from "../../core/errors.ts";
import { assertAllowed, assertCaller } from "../../core/invoke.ts";
import type { Operation } from "../../core/operation.ts";
import { planHas } from "../../core/plans.ts";
import type { Bucket } from "../../core/rate-limits.ts";
import type { Admission } from "../http/admission.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import { noRoute } from "../http/problem.ts";
import type { FactsOf } from "../http/request-facts.ts";

/** What a request asks for, as far as the router knows. */
export type Target =
  | { readonly kind: "operation"; readonly operation: Operation }
  | { readonly kind: "options" }
  | { readonly kind: "open" }
  | { readonly kind: "none" };

export interface GuardDeps {
  readonly http: HttpDeps;
  readonly admission: Admission;
  readonly factsOf: FactsOf;
}

/**
 * Admits one REST request, in the order of contract 11.1. The result is the context of the operation; null when the
 * target has none. Rate limit headers are on the reply before any refusal that follows them.
 * @throws ServiceError
 */
export async function guardRest(
  deps: GuardDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  target: Target,
): Promise<Context | null> {
  const { site, address } = deps.factsOf(request);
  await deps.admission.checkAddress(address);
  if (target.kind === "open") return null;
  if (site.rest === null) throw noRoute();
  const { authorization } = request.headers;
  const credential = await deps.admission.authenticate(authorization, address, [site.rest]);
  const draw = await deps.admission.draw(credential, bucketOf(request.method));
  reply.headers(draw.headers);
  if (draw.refusal !== null) throw draw.refusal;
  if (target.kind === "none") throw noRoute();
  assertRestPlan(credential.tenant.plan);
  if (target.kind === "options") return null;
  const context = await contextOf(deps.http, credential, target.operation, request);
  // The plan of a consultant's client is known only now.
  if (context.tenant.id !== credential.tenant.id) assertRestPlan(context.tenant.plan);
  assertAllowed(target.operation, context);
  if (target.operation.draws_on_company === true) {
    const { headers, refusal } = await deps.admission.drawForCompany(credential);
    if (refusal !== null) {
      reply.headers(headers);
      throw refusal;
    }
  }
  return context;
}

function contextOf(
  http: HttpDeps,
  credential: Credential,
  operation: Operation,
  request: FastifyRequest,
): Context | Promise<Context> {
  const { client } = operation;
  const requestedTenant = client === "none" ? undefined : headerText(request.headers["x-svc-tenant"]);
  // A route of companies has no client to name: a consultant's key that names none is told so, and not to name one.
  if (operation.callers === "tenant" && requestedTenant === undefined) assertCaller(operation, credential.principal);
  if (client !== undefined && requestedTenant === undefined) return http.ownContextFor(credential);
  return http.contextFor(credential, requestedTenant);
}

/** Reads are GET, HEAD and OPTIONS (contract 8). */
function bucketOf(method: string): Bucket {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? "read" : "write";
}

function assertRestPlan(plan: Context["tenant"]["plan"]): void {
  if (planHas(plan, "fullApiAccess")) return;
  throw new ServiceError(
    "subscription.feature_required",
    "The REST API needs the plan feature fullApiAccess, which this company's plan does not include.",
    { feature: "fullApiAccess" },
  );
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
