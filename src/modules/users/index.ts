export {
  ensureAccount,
  endTenantRole,
  joinConsultant,
  type NewAccount,
  setAccountDisabled,
  setTenantRole,
} from "./accounts.ts";
export { acceptLink, invite, makeLink, openLink, type PasswordChange, requestPasswordReset } from "./links.ts";
export { logIn, type LoginOutcome, logInWithCode } from "./login.ts";
export { beginTotp, confirmTotp, pendingTotp, removeTotp } from "./second-factor.ts";
export { endSession, findSession, isCsrfToken, type Session, SESSION_SECONDS } from "./sessions.ts";
export { selectMembers, selectMemberships, selectUserByEmail } from "./store.ts";
export { pruneSessions } from "./store-sessions.ts";
export { base32, totpAddress } from "./totp.ts";
export {
  LANGUAGES,
  type Language,
  type Membership,
  type PasswordFault,
  TENANT_ROLES,
  type TenantRole,
  type UserRecord,
} from "./user.ts";
export type { Mail, PasswordHasher, UserPorts } from "./user-ports.ts";
