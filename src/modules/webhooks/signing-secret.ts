import type { Context, TenantIdentity } from "../../core/context.ts";

const SECRET_BYTES = 32;

export interface SigningSecret {
  /** `whsec_` and base64: the form that Standard Webhooks libraries read, too. */
  readonly text: string;
  readonly sealed: Buffer;
  readonly last_four: string;
}

/** A new secret for the subscription, in plaintext to show once and sealed to keep. */
export function newSigningSecret(
  ctx: Pick<Context, "randomBytes" | "secrets" | "tenant">,
  webhook_id: string,
): SigningSecret {
  const text = `whsec_${ctx.randomBytes(SECRET_BYTES).toString("base64")}`;
  const sealed = ctx.secrets.seal(Buffer.from(text), secretBinding(ctx, webhook_id));
  return { text, sealed, last_four: text.slice(-4) };
}

/** What a sealed secret is bound to: a copy in another row, company or environment does not open. */
export function secretBinding(
  { tenant }: { readonly tenant: Pick<TenantIdentity, "id" | "environment"> },
  webhook_id: string,
): string {
  return `webhook ${tenant.id} ${tenant.environment} ${webhook_id}`;
}
