import type { Environment } from "../../core/context.ts";

/** An organisation that works for several companies. Times are ISO 8601 UTC. */
export interface ConsultantRecord {
  readonly id: string;
  readonly name: string;
  readonly created_by: string;
  readonly created_at: string;
}

/** A consultant's key without its secret. */
export interface ConsultantKeyRecord {
  readonly id: string;
  readonly consultant_id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly prefix: string;
  readonly last_four: string;
  readonly expires_at: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}
