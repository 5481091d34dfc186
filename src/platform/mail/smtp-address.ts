import { z } from "zod";

const MUST_BE =
  "must be an smtp:// or smtps:// address, e.g. smtps://user:password@mail.example.com:465, without a path; in user and " +
  "password each character but letters, digits and -._~ is percent-encoded (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)";

/** Whatever ends what an address says of user and server, then what may follow it. */
const PARTS = /^smtps?:\/\/([^/?#]*)\/?(?:\?([^#@]*))?$/i;
const USER = /^(?:[^\s@%]|%[0-9a-f]{2})*$/i;
const SERVER = /^(?:[^\s:@[\]%]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The mail server, as an address of which a password that was not percent-encoded made no other one. */
export const smtpAddress = z
  .string()
  .refine((text) => isSmtpAddress(text), MUST_BE)
  .optional();

/**
 * Parsers of addresses end the host at the first `/`, `?` or `#`, so that a password with one of them makes its own beginning
 * the name of the server, which is then asked for in the name service and told in errors.
 */
function isSmtpAddress(text: string): boolean {
  const authority = PARTS.exec(text)?.[1];
  if (authority === undefined || !URL.canParse(text)) return false;
  const words = authority.split("@");
  const server = words.pop() ?? "";
  return words.length <= 1 && words.every((user) => USER.test(user)) && SERVER.test(server);
}
