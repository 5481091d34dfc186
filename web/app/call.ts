import { type Operations, ROUTES } from "./operations.gen.ts";

/** A refusal of the service, as its problem document tells it (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly request_id: string;
  readonly retry_after_seconds: number | null;
  readonly issues: readonly { readonly path: string; readonly code: string; readonly message: string }[];

  constructor(status: number, problem: Partial<Refusal>) {
    super(problem.detail ?? `HTTP ${status}`);
    this.name = "Refusal";
    this.status = status;
    this.code = problem.code ?? "";
    this.detail = problem.detail ?? `HTTP ${status}`;
    this.request_id = problem.request_id ?? "";
    this.retry_after_seconds = problem.retry_after_seconds ?? null;
    this.issues = problem.issues ?? [];
  }
}

let csrf_token = "";

/** The token of the session, which every change has to bring. */
export function keepToken(token: string): void {
  csrf_token = token;
}

export const csrfHeaders = (): Readonly<Record<string, string>> => ({ "x-carbon-csrf": csrf_token });

/** Where an operation of a company is asked. */
export function addressOf(company: string, path: string): string {
  return `/app/api/companies/${encodeURIComponent(company)}${path}`;
}

/** Sends a request of the application: a form as it is, anything else as JSON. @throws Refusal; TypeError where the network does not answer */
export async function send<Answer>(method: string, address: string, body?: unknown, key?: string): Promise<Answer> {
  const headers = {
    accept: "application/json",
    ...(method === "GET" ? {} : csrfHeaders()),
    // The browser states the type of a form itself, with the boundary of its parts.
    ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  const answer = await fetch(address, {
    method,
    headers,
    credentials: "same-origin",
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  if (answer.status === 204) return null as Answer;
  const text = await answer.text();
  // What the service answers is JSON; what a proxy answers in its place may be anything.
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = { detail: `HTTP ${answer.status}` };
  }
  if (!answer.ok) throw new Refusal(answer.status, value as Partial<Refusal>);
  return value as Answer;
}

/**
 * Calls an operation for a company; the compiler holds arguments and answer against the operation itself. POSTs bring a key, so
 * that a repeated click or a lost answer has its effect once. A name that no call had before needs `npm run generate`. `idempotency_key` is one that was used before for these arguments.
 */
export async function call<Name extends keyof typeof ROUTES>(
  company: string,
  name: Name,
  input: Operations[Name]["input"],
  idempotency_key?: string,
): Promise<Operations[Name]["output"]> {
  const [method = "GET", route = ""] = ROUTES[name].split(" ");
  const rest = new Map<string, unknown>(Object.entries(input as object));
  const path = route.replaceAll(/:([a-z0-9_]+)/g, (_all, parameter: string) => {
    const value = String(rest.get(parameter));
    rest.delete(parameter);
    return encodeURIComponent(value);
  });
  const given = [...rest].filter(([, value]) => value !== undefined);
  if (method === "GET" || method === "DELETE") {
    const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return await send(method, addressOf(company, query === "" ? path : `${path}?${query}`));
  }
  const key = method === "POST" ? (idempotency_key ?? crypto.randomUUID()) : undefined;
  return await send(method, addressOf(company, path), Object.fromEntries(given), key);
}

/** Whatever was thrown, as an error that a person can be told of. */
export function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
