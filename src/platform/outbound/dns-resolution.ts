import { Resolver } from "node:dns/promises";
import { SafeFetchError } from "./safe-fetch-types.ts";

/** Per question; the second try waits twice as long. */
const ANSWER_TIMEOUT_MS = 1000;
const TRIES = 2;

/**
 * All IPv6 and IPv4 addresses of a name, asked from DNS itself: the hosts file and search domains of this machine are not
 * meant for names that others chose, and getaddrinfo would hold a thread of the process for as long as a slow name server
 * likes. A new resolver each time keeps no answer and ends with `signal`.
 * @throws SafeFetchError dns when there is no address, or the reason of `signal`
 */
export async function resolveName(name: string, servers: readonly string[], signal: AbortSignal): Promise<string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: ANSWER_TIMEOUT_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve6(name), resolver.resolve4(name)]);
    if (signal.aborted) throw resolutionEnded(signal);
    const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (addresses.length === 0) throw noAddress(answers);
    return addresses;
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

function resolutionEnded(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason;
  if (!(reason instanceof SafeFetchError) || reason.failure !== "timeout") return reason;
  return new SafeFetchError("dns", "the name servers did not answer in time", { address: null, cause: reason });
}

function noAddress(answers: readonly PromiseSettledResult<string[]>[]): SafeFetchError {
  const causes = answers.flatMap((answer) => (answer.status === "rejected" ? [errorCode(answer.reason)] : []));
  const unanswered = causes.find((code) => code !== "ENOTFOUND" && code !== "ENODATA");
  const message =
    unanswered === undefined
      ? "the name has no address"
      : `the name servers ${UNANSWERED[unanswered] ?? "gave no answer that could be read"}`;
  return new SafeFetchError("dns", message, { address: null, cause: new AggregateError(answers.map(reasonOf)) });
}

/** What name servers did instead of answering, by the resolver's code; response codes as in RFC 1035 4.1.1. */
const UNANSWERED: Readonly<Record<string, string>> = {
  ETIMEOUT: "did not answer in time",
  ECONNREFUSED: "cannot be reached",
  ESERVFAIL: "answered SERVFAIL",
  EREFUSED: "answered REFUSED",
  ENOTIMP: "answered NOTIMP",
  EFORMERR: "answered FORMERR",
};

function reasonOf(answer: PromiseSettledResult<unknown>): unknown {
  return answer.status === "rejected" ? answer.reason : undefined;
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
