import { z } from "zod";
import { validationError } from "../../core/errors.ts";
import type { Role } from "../../core/roles.ts";

export const LANGUAGES = ["da", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** An account as others may see it. Times are ISO 8601 UTC. */
export interface UserRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly language: Language;
  readonly has_password: boolean;
  readonly has_totp: boolean;
  readonly created_at: string;
  readonly last_login_at: string | null;
  readonly disabled_at: string | null;
}

/** What an account works for. */
export type Membership =
  | { readonly kind: "tenant"; readonly id: string; readonly name: string; readonly role: Role }
  | { readonly kind: "consultant"; readonly id: string; readonly name: string };

const PASSWORD_MIN = 12;
const PASSWORD_MAX = 200;

/** Longer than any address that mail is delivered to (RFC 5321 4.5.3.1.3). */
const EMAIL_MAX = 254;
const email = z.email().max(EMAIL_MAX);

/** Lower case without blanks around it, as accounts are kept; null when it is no e-mail address. */
export function normalisedEmail(text: string): string | null {
  const parsed = email.safeParse(text.trim().toLowerCase());
  return parsed.success ? parsed.data : null;
}

/** @throws ServiceError request.validation_failed naming `email` */
export function acceptedEmail(text: string): string {
  const accepted = normalisedEmail(text);
  if (accepted !== null) return accepted;
  throw validationError([{ path: "email", code: "invalid_email", message: "must be an e-mail address" }]);
}

export type PasswordFault = "too_short" | "too_long" | "like_account" | "too_simple";

/**
 * Why a new password is not accepted; null: it is. Length is what counts (NIST SP 800-63B 5.1.1.2): no rules on kinds of
 * characters, but neither one's own address nor the same few characters over and over.
 */
export function passwordFault(password: string, account: { readonly email: string }): PasswordFault | null {
  const length = Array.from(password.normalize("NFKC")).length;
  if (length < PASSWORD_MIN) return "too_short";
  if (length > PASSWORD_MAX) return "too_long";
  const lower = password.toLowerCase();
  const [local = ""] = account.email.split("@");
  if (lower.includes(account.email) || (local.length >= 4 && lower.includes(local) && length - local.length < 6)) {
    return "like_account";
  }
  return new Set(lower).size < 5 ? "too_simple" : null;
}
