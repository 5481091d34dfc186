import { call, Refusal } from "./call.ts";
import { dropDecision, keepRefusal, keptDecisions, type KeptDecision, type Owner } from "./kept-decisions.ts";

/** A refusal that another moment may not give: who is logged in, what the service can do just now. */
const PASSING: ReadonlySet<string> = new Set(["idempotency.in_progress"]);

/** Whether a failed request says nothing about the request: the network, a login that has ended, a service that is busy. */
export function isPassing(cause: unknown): boolean {
  if (!(cause instanceof Refusal)) return cause instanceof TypeError;
  return cause.status === 401 || cause.status === 429 || cause.status >= 500 || PASSING.has(cause.code);
}

/** Sends a decision under its own key. @throws Refusal; TypeError where the network does not answer */
export async function sendDecision(
  company: string,
  { call: { name, input }, key }: Pick<KeptDecision, "call" | "key">,
) {
  return await call(company, name, input, key);
}

/**
 * Sends what is kept, in the order in which it was decided, and stops where the service cannot answer. What it refuses stays, with
 * the reason. One tab sends at a time. Answers how many were carried out or refused.
 */
export async function sendKept(owner: Owner): Promise<number> {
  // Browsers have no locks outside of https and loopback; the keys keep two senders apart there.
  if (!("locks" in navigator)) return await sendInOrder(owner);
  return await navigator.locks.request(
    `carbon-ledger.${owner.person}.${owner.company}`,
    { ifAvailable: true },
    async (lock) => (lock === null ? 0 : await sendInOrder(owner)),
  );
}

async function sendInOrder(owner: Owner): Promise<number> {
  let answered = 0;
  for (const kept of keptDecisions(owner)) {
    if (kept.refusal !== undefined) continue;
    try {
      await sendDecision(owner.company, kept);
      dropDecision(owner, kept.key);
    } catch (cause) {
      if (isPassing(cause)) return answered;
      const { code, detail } = cause instanceof Refusal ? cause : { code: "", detail: String(cause) };
      keepRefusal(owner, kept.key, { code, detail });
    }
    answered += 1;
  }
  return answered;
}
