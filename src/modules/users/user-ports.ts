import type { Clock, Environment, NewId, SystemDb, TenantDb } from "../../core/context.ts";
import type { Sealer } from "../../core/sealer.ts";
import type { RateStore } from "../../core/rate-limits.ts";

/** Slow hashes of passwords, at most a few at once. */
export interface PasswordHasher {
  /** PHC text with parameters and salt. */
  hash(password: string): Promise<string>;
  /** False for a wrong password and for a hash that cannot be read; null takes as long and is always false. */
  verify(hash: string | null, password: string): Promise<boolean>;
  /** So many wait that another one would wait for seconds. */
  isBusy(): boolean;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Accounts exist before and beside any company, so their code has no Context. */
export interface UserPorts {
  readonly system: SystemDb;
  readonly tenantDb: (tenant_id: string, environment: Environment) => TenantDb;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: (length: number) => Buffer;
  readonly passwords: PasswordHasher;
  readonly rates: RateStore;
  /** Keeps secrets of second factors. */
  readonly secrets: Sealer;
  /** Whether there is a mail server; without one, links are shown to who may give them on. */
  readonly has_mail: boolean;
  /** Sends, or without a mail server writes the mail to the log. Never throws for a mail that cannot be delivered. */
  readonly sendMail: (mail: Mail) => Promise<void>;
  /** Does work that an answer must not wait for; a failure is logged, and closing waits for the end of it. */
  readonly later: (work: () => Promise<void>) => void;
  /** Address of the application, without a slash at its end. */
  readonly base_url: string;
}
