import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The receivers of the package's README, run as they stand there against the package as it is published. */
const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "packages/webhook-verify");
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq6Hk1iL0P3c=";
const EVENT = '{"id":"evt_1","event":"target.created","data":{"id":"2"}}';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "webhook-readme-"));
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", PACKAGE, "--outDir", directory]);
  await writeFile(join(directory, "package.json"), '{"type":"module"}');
});
afterAll(() => rm(directory, { recursive: true }));

/** A module made of the README's block that contains `marker`, with the package imported and `around` it. */
async function example(marker: string, around = (block: string): string => block): Promise<Record<string, unknown>> {
  const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block ?? "");
  const block = blocks.find((text) => text.includes(marker));
  if (block === undefined) throw new Error(`the README has no example with ${marker}`);
  const file = join(directory, `example-${blocks.indexOf(block)}.js`);
  const imports = 'import { verifyWebhook, WebhookVerificationError } from "./verify-webhook.js";';
  await writeFile(file, `${imports}\n${around(block)}`);
  return (await import(file)) as Record<string, unknown>;
}

function headersFor(body: string): Record<string, string> {
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac("sha256", SECRET).update(`${t}.${body}`).digest("hex");
  return { "content-type": "application/json", "x-svc-signature": `t=${t},v1=${v1}` };
}

test("the Worker takes a delivery, refuses a changed one with 400, and answers 500 when it has no secret", async () => {
  type Fetch = (request: Request, env: object) => Promise<Response>;
  // The module's shape is the one that Workers prescribe.
  const { fetch } = (await example("env.WEBHOOK_SECRET"))["default"] as { fetch: Fetch };
  const taken: unknown[] = [];
  const env = { WEBHOOK_SECRET: SECRET, QUEUE: { send: (event: unknown) => taken.push(event) } };
  const post = (body: string, given: object = env) =>
    fetch(new Request("https://hooks.example.com/", { method: "POST", headers: headersFor(EVENT), body }), given);
  expect((await post(EVENT)).status).toBe(204);
  expect((await post(EVENT.replace("evt_1", "evt_2"))).status).toBe(400);
  expect((await post(EVENT, { QUEUE: env.QUEUE })).status).toBe(500);
  expect(taken).toEqual([JSON.parse(EVENT)]);
});

test("the Fastify receiver takes a delivery and refuses a changed one with 400", async () => {
  type Mount = (app: FastifyInstance, queue: object, secrets: readonly string[]) => void;
  const wrapped = (block: string): string => `export function mount(app, queue, secrets) {\n${block}\n}`;
  const { mount } = (await example("addContentTypeParser", wrapped)) as { mount: Mount };
  const app = fastify();
  const taken: string[] = [];
  mount(app, { add: (id: string) => taken.push(id) }, ["whsec_of-last-week", SECRET]);
  const post = async (payload: string) =>
    (await app.inject({ method: "POST", url: "/hooks/carbon", headers: headersFor(EVENT), payload })).statusCode;
  expect(await post(EVENT)).toBe(204);
  expect(await post(`${EVENT} `)).toBe(400);
  expect(taken).toEqual(["evt_1"]);
  await app.close();
});
