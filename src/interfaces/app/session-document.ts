import { FEATURES, planHas } from "../../core/plans.ts";
import type { Session, Workplace } from "../../modules/users/index.ts";
import type { UploadLimits } from "../http/http-deps.ts";

/** What the application learns of who is logged in: it hides by it, the server decides. */
export function sessionDocument(
  session: Session,
  workplaces: readonly Workplace[],
  { max_file_bytes }: Pick<UploadLimits, "max_file_bytes">,
) {
  const { user_id, email, name, language, has_totp, authenticated_at, csrf_token } = session;
  return {
    person: {
      id: user_id,
      email,
      name,
      language,
      has_second_factor: has_totp,
      authenticated_at: authenticated_at.toISOString(),
    },
    csrf_token,
    /** What is larger is refused: told before it is sent. */
    uploads: { max_file_bytes },
    companies: workplaces.map(({ tenant, role, principal }) => ({
      id: tenant.id,
      name: tenant.name,
      country: tenant.country,
      plan: tenant.plan,
      features: FEATURES.filter((feature) => planHas(tenant.plan, feature)),
      role,
      scopes: [...principal.scopes],
    })),
  };
}

export type SessionDocument = ReturnType<typeof sessionDocument>;
