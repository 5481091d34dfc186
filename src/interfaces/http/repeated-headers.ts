import type { IncomingMessage } from "node:http";

/** What a request said more than once of the headers that may stand once only. */
export interface Repeated {
  readonly host: boolean;
  readonly authorization: boolean;
}

const HOST = "host";
const AUTHORIZATION = "authorization";

/**
 * Node keeps the first of several and drops the others, so that a proxy before the service and the service itself could go by
 * different ones (RFC 9112 3.2, RFC 9110 5.3).
 */
export function repeatedHeaders({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): Repeated {
  let hosts = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (isNamed(name, HOST)) hosts += 1;
    else if (isNamed(name, AUTHORIZATION)) authorizations += 1;
  }
  return { host: hosts > 1, authorization: authorizations > 1 };
}

/** Whether a header's name is `expected`, in whatever case; most clients send it in lower case, which needs no new text. */
function isNamed(name: string, expected: string): boolean {
  return name.length === expected.length && (name === expected || name.toLowerCase() === expected);
}

/** Stands for several Authorization headers: no scheme has this form, so that every door says it is malformed. */
export const REPEATED_AUTHORIZATION = "repeated";
