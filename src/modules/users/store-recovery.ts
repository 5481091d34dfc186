import type { SystemQueries } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";

const INSERT = statement(`
  insert into user_recovery_codes (user_id, digest) select $1, code from unnest($2::bytea[]) as code`);

const DELETE = statement("delete from user_recovery_codes where user_id = $1");

const TAKE = statement(`
  update user_recovery_codes set used_at = $3
  where user_id = $1 and digest = $2 and used_at is null
  returning user_id`);

export async function insertRecoveryCodes(
  system: SystemQueries,
  user_id: string,
  digests: readonly Buffer[],
): Promise<void> {
  await system.rows(INSERT, [user_id, digests]);
}

export async function deleteRecoveryCodes(system: SystemQueries, user_id: string): Promise<void> {
  await system.rows(DELETE, [user_id]);
}

/** Uses a code up; false when it is not one of the account's, or was used. */
export async function takeRecoveryCode(
  system: SystemQueries,
  user_id: string,
  digest: Buffer,
  now: Date,
): Promise<boolean> {
  return (await system.rows(TAKE, [user_id, digest, now.toISOString()])).length > 0;
}
