import { setTimeout as delay } from "node:timers/promises";
import { type Answer, call, type Call } from "./http-client.ts";

/** A POST with a name of its own, as a client sends it again until it knows what became of it. */
export interface NamedRequest {
  readonly operation: string;
  readonly key: string;
  readonly path: string;
  readonly call: Call;
}

const TRIES_MAX = 20;

/** Sends all at once; the answers that came, null where the connection ended first. `onAnswer` hears of each. */
export async function sendTogether(
  base: string,
  requests: readonly NamedRequest[],
  onAnswer: (count: number) => void = () => undefined,
): Promise<(Answer | null)[]> {
  let answered = 0;
  return await Promise.all(
    requests.map(async (request) => {
      const answer = await call(base, request.path, request.call).catch(() => null);
      if (answer !== null) onAnswer((answered += 1));
      return answer;
    }),
  );
}

/** Sends one until its outcome is definite: waits as it is told while the first one runs or the limit is used up. */
export async function untilDefinite(base: string, { path, call: given, operation }: NamedRequest): Promise<Answer> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const answer = await call(base, path, given);
    const isDefinite = answer.status !== 429 && !answer.text.includes("idempotency.in_progress");
    if (isDefinite) return answer;
    const wait_s = Number(answer.headers["retry-after"]);
    if (!(wait_s >= 1 && wait_s <= 60)) throw new Error(`${operation}: told to wait ${wait_s} s: ${answer.text}`);
    await delay(wait_s * 1000);
  }
  throw new Error(`${operation} never ended`);
}
