import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../../core/context.ts";
import { ServiceError } from "../../core/errors.ts";
import { assertAllowed } from "../../core/invoke.ts";
import type { Operation } from "../../core/operation.ts";
import { type Bucket, RATE_WINDOW_SECONDS } from "../../core/rate-limits.ts";
import { isCsrfToken, type Session, workplaceOf } from "../../modules/users/index.ts";
import type { HttpDeps } from "../http/http-deps.ts";
import { noRoute } from "../http/problem.ts";
import { rateHeaders } from "../http/rate-headers.ts";
import { isOwnOrigin, sessionOf } from "../web/browser.ts";
import type { PageDeps } from "../web/mount-login.ts";

export interface AppDeps extends PageDeps {
  readonly http: HttpDeps;
}

/** The header in which the application returns the token of its session (OWASP: custom request header). */
export const CSRF_HEADER = "x-carbon-csrf";

/** Requests of one person a minute, in all browsers together: a page asks for more at once than a program does. */
const PERSON_LIMITS: Readonly<Record<Bucket, number>> = { read: 1200, write: 300 };

/**
 * The session of a request of the application. Whatever is not a read must come from a page of this service and bring the
 * session's token; a page of another origin can do neither.
 * @throws ServiceError route.not_found, rate_limit.*, auth.missing_token, auth.foreign_request
 */
export async function admitSession(deps: AppDeps, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const { site, address } = deps.factsOf(request);
  if (!site.is_application) throw noRoute();
  await deps.admission.checkAddress(address);
  const session = await sessionOf(deps, request);
  if (session === null) throw new ServiceError("auth.missing_token", "Nobody is logged in with this browser.");
  const bucket = bucketOf(request.method);
  // Before it counts: what another page sends must not use up what the person may do.
  if (bucket === "write") assertOwn(deps, request, session);
  await draw(deps, session, bucket, reply);
  return session;
}

/**
 * The context of a person in the company that the path names: their role decides, at each request anew.
 * @throws ServiceError as admitSession; resource.not_found where the person does not work; auth.scope_required,
 * subscription.feature_required
 */
export async function admitPerson(
  deps: AppDeps,
  asked: { readonly session: Session; readonly tenant_id: string; readonly operation: Operation },
): Promise<Context> {
  const { session, tenant_id, operation } = asked;
  const workplace = await workplaceOf(deps.users, { user_id: session.user_id, tenant_id });
  if (workplace === null) {
    throw new ServiceError("resource.not_found", "No company with this id is one that this person works in.");
  }
  const context = deps.http.ownContextFor(workplace);
  assertAllowed(operation, context);
  return context;
}

function bucketOf(method: string): Bucket {
  return method === "GET" || method === "HEAD" ? "read" : "write";
}

function assertOwn(deps: AppDeps, request: FastifyRequest, session: Session): void {
  const token = request.headers[CSRF_HEADER];
  if (isOwnOrigin(deps, request) && isCsrfToken(session, Array.isArray(token) ? token[0] : token)) return;
  throw new ServiceError(
    "auth.foreign_request",
    `The request does not come from a page of this session. Load the page again; programs send ${CSRF_HEADER}.`,
  );
}

async function draw({ users }: AppDeps, session: Session, bucket: Bucket, reply: FastifyReply): Promise<void> {
  const limit = PERSON_LIMITS[bucket];
  const take = await users.rates.take(`person:${bucket}:${session.user_id}`, limit, RATE_WINDOW_SECONDS);
  reply.headers(rateHeaders(bucket, take));
  if (take.is_allowed) return;
  throw new ServiceError("rate_limit.exceeded", `More than ${limit} ${bucket}s in this minute.`, {
    retry_after_seconds: take.reset_after_seconds,
  });
}
