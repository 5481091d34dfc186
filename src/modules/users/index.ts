export {
  chooseLanguage,
  ensureAccount,
  findAccount,
  hasPassword,
  joinConsultant,
  leaveConsultant,
  type NewAccount,
  renameAccount,
  setAccountDisabled,
} from "./accounts.ts";
export { KNOWN_DEVICE_SECONDS } from "./known-device.ts";
export { acceptLink, languageOfLink, makeLink, openLink, type PasswordChange, requestPasswordReset } from "./links.ts";
export { logIn, type LoginOutcome, logInWithCode } from "./login.ts";
export {
  addMember,
  changeTenantRole,
  endTenantRole,
  type MemberActor,
  type CompanyMember,
  setTenantRole,
} from "./members.ts";
export {
  administeredCompanies,
  type Company,
  invitePerson,
  memberToRemove,
  peopleOf,
  remindPerson,
  renewPassword,
  type WayIn,
} from "./people.ts";
export { beginTotp, confirmTotp, dropTotp, pendingTotp, removeTotp } from "./second-factor.ts";
export {
  endOtherSession,
  endSession,
  findSession,
  isCsrfToken,
  type Session,
  SESSION_SECONDS,
  sessionsOf,
} from "./sessions.ts";

export { notifyDisabledWebhook } from "./notices.ts";
export { pruneAttempts } from "./store-attempts.ts";
export { type MemberRecord, selectMembers, selectMemberships } from "./store-members.ts";
export { pruneSessions } from "./store-sessions.ts";
export { base32, totpAddress } from "./totp.ts";
export { LANGUAGES, type Language, type Membership, type PasswordFault, type UserRecord } from "./user.ts";
export type { Mail, PasswordHasher, UserPorts } from "./user-ports.ts";
export { type Workplace, workplaceOf, workplacesOf } from "./workplace.ts";
