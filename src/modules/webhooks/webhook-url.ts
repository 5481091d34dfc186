import type { Context } from "../../core/context.ts";
import { validationError } from "../../core/errors.ts";

/**
 * The address in its normal form when a delivery to it would be allowed now: https to a public host, port 443 or from 1024
 * on, no credentials. A name without an address is accepted, it may get one; each delivery checks anew.
 * @throws ServiceError request.validation_failed naming `url`
 */
export async function acceptedUrl(ctx: Pick<Context, "checkAddress">, url: string): Promise<string> {
  const check = await ctx.checkAddress(url);
  if (check.kind === "accepted") return check.url;
  throw validationError([{ path: "url", code: check.code, message: check.message }]);
}
