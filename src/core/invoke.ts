import type { Context, Principal } from "./context.ts";
import { ServiceError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { withTablesInForce } from "./outdated-tables.ts";
import { planHas } from "./plans.ts";

/**
 * The one way to run an operation. Order of refusals: scope, plan feature, kind of caller, input, then the work. The result
 * is the operation's value or its JsonText. Work whose tables were replaced before it could be written is done anew.
 */
export async function invoke(operation: Operation, ctx: Context, rawInput: unknown): Promise<unknown> {
  assertAllowed(operation, ctx);
  return await withTablesInForce(() => operation.perform(ctx, rawInput));
}

/** The refusals of `invoke` alone, for transports that must refuse before they read a large body. */
export function assertAllowed(operation: Operation, ctx: Context): void {
  if (operation.scope !== null && !ctx.principal.scopes.has(operation.scope)) {
    throw new ServiceError("auth.scope_required", `${operation.name} needs the scope ${operation.scope}.`, {
      scope_required: operation.scope,
    });
  }
  if (operation.feature !== undefined && !planHas(ctx.tenant.plan, operation.feature)) {
    throw new ServiceError(
      "subscription.feature_required",
      `${operation.name} needs the plan feature ${operation.feature}, which this company's plan does not include.`,
      { feature: operation.feature },
    );
  }
  assertCaller(operation, ctx.principal);
}

/** @throws ServiceError third_party.endpoint_only */
export function assertCaller(operation: Operation, { kind }: Pick<Principal, "kind">): void {
  const isConsultant = kind === "consultant_key";
  if (operation.callers === "consultant" && !isConsultant) {
    throw new ServiceError("third_party.endpoint_only", `${operation.name} is only for consultant keys.`);
  }
  if (operation.callers === "tenant" && isConsultant) {
    throw new ServiceError("third_party.endpoint_only", `${operation.name} is only for the company's own keys.`);
  }
}
