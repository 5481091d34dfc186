import { Agent, request } from "undici";
import { z } from "zod";
import { concurrencyLimit } from "../../core/concurrency-limit.ts";
import type { LanguageModel, ModelQuestion } from "../../core/language-model.ts";
import type { CategoryModelSettings } from "./category-model-settings.ts";
import { readCapped } from "../outbound/response-size-limit.ts";
import { startDeadline } from "../outbound/deadline.ts";

/** What came of a request: an answer, one that says nothing usable, or none. */
export type ModelResult = "answered" | "useless" | "failed";

export interface CategoryModelOptions {
  /** Told of every request. */
  readonly onResult: (result: ModelResult) => void;
  /** Told once when a failure begins or prolongs a pause, and of useless answers, which begin none; our own words. */
  readonly onTrouble: (trouble: { readonly trouble: string; readonly pause_ms: number }) => void;
  /** Milliseconds of a clock that never goes back; given in tests. */
  readonly now_ms?: () => number;
}

export interface CategoryModel extends LanguageModel {
  close(): Promise<void>;
}

/** Requests under way at once; others wait for their turn. */
export const MODEL_REQUESTS_MAX = 4;
/** Forty categories take some 2 KB; a model that thinks aloud takes more. */
const ANSWER_BYTES_MAX = 256 * 1024;
/** Enough for forty categories and some thinking. */
const ANSWER_TOKENS_MAX = 4096;
const HEADER_BYTES_MAX = 16_384;
const CONNECT_TIMEOUT_MS = 5_000;
/** After a failure nobody asks for this long, twice as long after each further one. */
const PAUSE_MS = 30_000;
const PAUSE_MS_MAX = 15 * 60_000;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
});

class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/**
 * A language model behind OpenAI's chat-completions protocol. The address is the operator's own, so any host is fine; one
 * deadline covers everything, at most 256 KiB are read, no redirect is followed, certificates are verified and connections
 * not kept. A failure makes a pause in which nothing is asked; afterwards one request tries whether the model is back.
 */
export function categoryModel(settings: CategoryModelSettings, options: CategoryModelOptions): CategoryModel {
  const { onResult, onTrouble, now_ms = () => performance.now() } = options;
  const asking = concurrencyLimit(MODEL_REQUESTS_MAX);
  const closing = new AbortController();
  const agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS, rejectUnauthorized: true },
    maxHeaderSize: HEADER_BYTES_MAX,
    // The deadline bounds everything; undici's own timers start anew with each byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  let failures = 0;
  let paused_until_ms = Number.NEGATIVE_INFINITY;
  let isTrying = false;
  const isReady = (): boolean => !isTrying && now_ms() >= paused_until_ms;

  const failed = (trouble: string): void => {
    onResult("failed");
    // Others that were under way fail for the same reason.
    if (now_ms() < paused_until_ms) return;
    const pause_ms = Math.min(PAUSE_MS_MAX, PAUSE_MS * 2 ** failures);
    failures += 1;
    paused_until_ms = now_ms() + pause_ms;
    onTrouble({ trouble, pause_ms });
  };

  const complete = async (question: ModelQuestion): Promise<string | null> => {
    isTrying = failures > 0;
    const late = (): Error => new NoAnswer(`no complete answer within ${settings.timeout_ms} ms`);
    const deadline = startDeadline(settings.timeout_ms, late, [closing.signal]);
    try {
      const content = await Promise.race([
        exchange({ settings, question, agent }, deadline.signal),
        ended(deadline.signal),
      ]);
      failures = 0;
      return content;
    } catch (error) {
      if (!closing.signal.aborted) failed(troubleOf(deadline.signal.aborted ? deadline.signal.reason : error));
      return null;
    } finally {
      deadline.end();
      isTrying = false;
    }
  };

  return {
    name: settings.name,
    isReady,
    ask: (question, read) =>
      asking(async () => {
        // While it waited for its turn, another may have failed.
        if (!isReady() || closing.signal.aborted) return null;
        const text = await complete(question);
        if (text === null) return null;
        const answer = read(text);
        onResult(answer === null ? "useless" : "answered");
        if (answer === null) onTrouble({ trouble: "the answer is not what was asked for", pause_ms: 0 });
        return answer;
      }),
    async close() {
      closing.abort(new NoAnswer("the service is stopping"));
      await agent.destroy();
    },
  };
}

interface Exchange {
  readonly settings: CategoryModelSettings;
  readonly question: ModelQuestion;
  readonly agent: Agent;
}

/** The text of the first choice. @throws NoAnswer or an error of the connection */
async function exchange({ settings, question, agent }: Exchange, signal: AbortSignal): Promise<string> {
  const { statusCode, body } = await request(settings.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "identity",
      ...(settings.key === undefined ? {} : { authorization: `Bearer ${settings.key}` }),
    },
    body: JSON.stringify({
      model: settings.name,
      messages: [
        { role: "system", content: question.instructions },
        { role: "user", content: question.content },
      ],
      response_format: { type: "json_object" },
      temperature: 0,
      max_tokens: ANSWER_TOKENS_MAX,
      stream: false,
    }),
    dispatcher: agent,
    // A model's server may close what waits; who asks rarely gains nothing from a kept connection.
    reset: true,
    signal,
  });
  const { bytes, is_truncated } = await readCapped(body, ANSWER_BYTES_MAX);
  if (statusCode !== 200) throw new NoAnswer(`the answer has status ${statusCode}`);
  if (is_truncated) throw new NoAnswer(`the answer is larger than ${ANSWER_BYTES_MAX} bytes`);
  const parsed = completion.safeParse(jsonOf(bytes));
  if (!parsed.success) throw new NoAnswer("the answer is no chat completion");
  return parsed.data.choices[0]?.message.content ?? "";
}

/** Undefined when the bytes are no JSON. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Never resolves; rejects with the reason of the signal. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** In words for the log; what a stranger's server wrote is not among them. */
function troubleOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "no code";
  return `no connection, or it broke (${code})`;
}
