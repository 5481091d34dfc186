export { actingForClient } from "./acting-for.ts";
export {
  type ConsultantAdmin,
  createConsultant,
  findConsultant,
  mintConsultantKey,
  revokeConsultantKey,
} from "./consultant.ts";
export { consultantKeyResolver } from "./credential.ts";
export type { GrantRecord } from "./grant-record.ts";
export { createGrant, endGrant, type GrantRequest } from "./grant.ts";
export { selectGrantHolders } from "./store-grants.ts";
