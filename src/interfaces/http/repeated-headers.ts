import type { IncomingMessage } from "node:http";

/** What a request said more than once of the headers that may stand once only. */
export interface Repeated {
  readonly host: boolean;
  readonly authorization: boolean;
}

const HOST_LENGTH = "host".length;
const AUTHORIZATION_LENGTH = "authorization".length;

/**
 * Node keeps the first of several and drops the others, so that a proxy before the service and the service itself could go by
 * different ones (RFC 9112 3.2, RFC 9110 5.3).
 */
export function repeatedHeaders({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): Repeated {
  let hosts = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST_LENGTH && name.toLowerCase() === "host") hosts += 1;
    else if (name.length === AUTHORIZATION_LENGTH && name.toLowerCase() === "authorization") authorizations += 1;
  }
  return { host: hosts > 1, authorization: authorizations > 1 };
}

/** Stands for several Authorization headers: no scheme has this form, so that every door says it is malformed. */
export const REPEATED_AUTHORIZATION = "repeated";
