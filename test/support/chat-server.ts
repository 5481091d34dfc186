import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listenOnLoopback } from "./loopback-server.ts";

/** A question as it came over the wire. */
export interface ChatRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** As sent. */
  readonly text: string;
  readonly model: string;
  readonly instructions: string;
  readonly lines: readonly ChatLine[];
}

/** One line of a question. */
export type ChatLine = Readonly<Record<string, unknown>> & { readonly n: number; readonly text: string };

/** Writes the answer to a request; what is thrown or not ended stays open until the server closes. */
export type ChatAnswer = (response: ServerResponse, request: ChatRequest) => void;

/** A server that speaks the chat-completions protocol as far as one question and its answer go, and tells what it got. */
export interface ChatServer {
  /** Its chat-completions address. */
  readonly url: string;
  readonly requests: ChatRequest[];
  /** Most requests that were under way at once. */
  together_max(): number;
  /** How it answers from now on. */
  answer: ChatAnswer;
  close(): Promise<void>;
}

const PATH = "/v1/chat/completions";

export async function chatServer(answer: ChatAnswer = says({})): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  let together = 0;
  let together_max = 0;
  const server = createServer((request, response) => {
    together += 1;
    together_max = Math.max(together_max, together);
    response.once("close", () => {
      together -= 1;
    });
    // Who was asked hangs up on answers that are too long or too late.
    response.on("error", () => undefined);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const read = readRequest(request.url ?? "", request.headers, Buffer.concat(chunks).toString("utf8"));
      requests.push(read);
      chat.answer(response, read);
    });
  });
  const port = await listenOnLoopback(server);
  const chat: ChatServer = {
    url: `http://127.0.0.1:${port}${PATH}`,
    requests,
    together_max: () => together_max,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return chat;
}

function readRequest(path: string, headers: IncomingHttpHeaders, text: string): ChatRequest {
  // What our own client wrote; anything else fails the test that reads it.
  const { model, messages } = JSON.parse(text) as {
    model: string;
    messages: readonly { readonly role: string; readonly content: string }[];
  };
  const contentOf = (role: string): string => messages.find((message) => message.role === role)?.content ?? "";
  const lines = JSON.parse(contentOf("user")) as ChatLine[];
  return { path, headers, text, model, instructions: contentOf("system"), lines };
}

/** Answers each line with the category that is given for its text, null for others. */
export function says(categories: Readonly<Record<string, string>>): ChatAnswer {
  return (response, { lines }) => {
    const told = lines.map(({ n, text }) => [String(n), categories[text] ?? null]);
    complete(JSON.stringify(Object.fromEntries(told)))(response);
  };
}

/** Answers with this text as the model's, in a completion as servers write it. */
export function complete(content: string | null): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content };
    response.end(
      JSON.stringify({
        id: "chatcmpl-1",
        object: "chat.completion",
        created: 1_780_000_000,
        model: "test",
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage: { prompt_tokens: 900, completion_tokens: 20, total_tokens: 920 },
      }),
    );
  };
}

/** Answers with bytes of any kind. */
export function bytes(status: number, headers: Readonly<Record<string, string>>, body: string): ChatAnswer {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}
