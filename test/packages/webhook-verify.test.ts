import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { specifiedSignature } from "../../src/modules/webhooks/signature.ts";
import {
  verifySignature,
  verifyWebhook,
  WebhookVerificationError,
} from "../../packages/webhook-verify/src/verify-webhook.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "packages/webhook-verify");

const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(PACKAGE, name), "utf8"));

const { vectors: VECTORS } = z
  .object({
    vectors: z.array(
      z.object({
        name: z.string(),
        secrets: z.array(z.string()).min(1),
        body_base64: z.base64(),
        header: z.union([z.string(), z.null()]),
        now: z.int(),
        tolerance_seconds: z.int().optional(),
        expect: z.string(),
      }),
    ),
  })
  .parse(await read("vectors.json"));
type Vector = (typeof VECTORS)[number];

const bodyOf = ({ body_base64 }: Vector): Buffer => Buffer.from(body_base64, "base64");
const optionsOf = ({ now, tolerance_seconds }: Vector) => ({
  now: new Date(now * 1000),
  ...(tolerance_seconds === undefined ? {} : { tolerance_seconds }),
});
const outcome = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "valid",
    (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)),
  );

describe("the published vectors", () => {
  test.each(VECTORS)("[contract 6.3.4] $name: $expect", async (vector) => {
    const { header, secrets } = vector;
    expect(await outcome(verifyWebhook(bodyOf(vector), header, secrets, optionsOf(vector)))).toBe(vector.expect);
    const signature = vector.expect === "body_not_an_event" ? "valid" : vector.expect;
    expect(await outcome(verifySignature(bodyOf(vector), header, secrets, optionsOf(vector)))).toBe(signature);
  });

  test("are what the service signs, with one secret and with two", () => {
    for (const name of ["as the service signs it", "changing secrets: new first, the receiver has the new one"]) {
      const vector = VECTORS.find((one) => one.name === name);
      if (vector === undefined) throw new Error(`no vector "${name}"`);
      const old = VECTORS.find((one) => one.name.endsWith("the receiver has the old one"))?.secrets ?? [];
      const secrets = name.startsWith("changing") ? [...vector.secrets, ...old] : vector.secrets;
      const message = { event_id: "", timestamp_s: vector.now, body: bodyOf(vector).toString("utf8") };
      expect(specifiedSignature(message, secrets)).toBe(vector.header);
    }
  });

  test("carry the HMAC that openssl computes, wherever the signature is right", async () => {
    const directory = await mkdtemp(join(tmpdir(), "vectors-"));
    const right = VECTORS.filter((vector) => ["valid", "body_not_an_event"].includes(vector.expect));
    for (const vector of right) {
      const t = /(?:^|,)t=(\d+)/.exec(vector.header ?? "")?.[1];
      const file = join(directory, "signed");
      await writeFile(file, Buffer.concat([Buffer.from(`${t}.`), bodyOf(vector)]));
      const found: boolean[] = [];
      for (const secret of vector.secrets) {
        const { stdout } = await run("openssl", ["dgst", "-sha256", "-hmac", secret, file]);
        found.push(vector.header?.includes(`v1=${stdout.trim().split(" ").at(-1)}`) === true);
      }
      expect(found, vector.name).toContain(true);
    }
    await rm(directory, { recursive: true });
  });
});

/**
 * Where Stripe's own verifier answers otherwise. It knows an age only, no future; tolerance 0 switches its check off; it
 * decodes the body as UTF-8 before it computes; and it reads headers that the service never writes, where t is no number
 * even without a check of the age.
 */
const STRIPE_DIFFERS: Readonly<Record<string, "accepts" | "refuses">> = {
  "31 seconds in the future": "accepts",
  "an hour in the future": "accepts",
  "tolerance 0: one second old": "accepts",
  "a body of bytes that are not UTF-8": "refuses",
  "t twice": "accepts",
  "t in milliseconds": "accepts",
  "t is no number": "accepts",
  "the header twice, joined by a proxy": "accepts",
  "a header of 2,000 characters": "accepts",
};

test("Stripe's verifier agrees with the vectors but for the differences that are listed", () => {
  const differing: Record<string, string> = {};
  for (const vector of VECTORS) {
    const stripe = vector.secrets.some((secret) => stripeAccepts(vector, secret)) ? "accepts" : "refuses";
    const ours = ["valid", "body_not_an_event"].includes(vector.expect) ? "accepts" : "refuses";
    if (stripe !== ours) differing[vector.name] = stripe;
  }
  expect(differing).toEqual(STRIPE_DIFFERS);
});

function stripeAccepts(vector: Vector, secret: string): boolean {
  const { header, now, tolerance_seconds = 30 } = vector;
  try {
    const received_at_ms = now * 1000;
    const { signature } = Stripe.webhooks;
    return (
      signature?.verifyHeader(bodyOf(vector), header ?? "", secret, tolerance_seconds, undefined, received_at_ms) ===
      true
    );
  } catch {
    return false;
  }
}

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq6Hk1iL0P3c=";
const NOW = new Date("2026-01-05T09:00:00.900Z");
const T = Math.floor(NOW.getTime() / 1000);
const EVENT = '{"id":"1","event":"target.created","data":{"id":"2"}}';
const sign = (body: string | Uint8Array, secret = SECRET, t = T): string =>
  `t=${t},v1=${createHmac("sha256", secret).update(`${t}.`).update(body).digest("hex")}`;

test("bytes, an ArrayBuffer and text give the same event", async () => {
  const bytes = new TextEncoder().encode(EVENT);
  for (const body of [bytes, bytes.buffer, EVENT, Buffer.from(EVENT)]) {
    expect(await verifyWebhook(body, sign(EVENT), SECRET, { now: NOW })).toEqual(JSON.parse(EVENT));
  }
});

test("without options the system's clock and 30 seconds count", async () => {
  const now = Math.floor(Date.now() / 1000);
  expect(await outcome(verifyWebhook(EVENT, sign(EVENT, SECRET, now - 20), SECRET))).toBe("valid");
  expect(await outcome(verifyWebhook(EVENT, sign(EVENT, SECRET, now - 40), SECRET))).toBe(
    "timestamp_outside_tolerance",
  );
});

test("a header that a framework gives as an array counts if it came once", async () => {
  const header = sign(EVENT);
  expect(await outcome(verifyWebhook(EVENT, [header], SECRET, { now: NOW }))).toBe("valid");
  expect(await outcome(verifyWebhook(EVENT, [header, header], SECRET, { now: NOW }))).toBe("header_malformed");
  expect(await outcome(verifyWebhook(EVENT, [], SECRET, { now: NOW }))).toBe("header_missing");
  expect(await outcome(verifyWebhook(EVENT, undefined, SECRET, { now: NOW }))).toBe("header_missing");
});

test("mistakes of the receiver are told apart from bad deliveries: an empty secret, a parsed body, a bad option", async () => {
  const header = sign(EVENT);
  for (const secrets of ["", [], [SECRET, ""]]) {
    await expect(verifyWebhook(EVENT, header, secrets, { now: NOW })).rejects.toThrow(TypeError);
  }
  // What JavaScript callers do: the compiler would stop it.
  const unset = process.env["NO_SUCH_SECRET"] as string;
  await expect(verifyWebhook(EVENT, header, unset, { now: NOW })).rejects.toThrow(TypeError);
  const parsed = JSON.parse(EVENT) as string;
  await expect(verifyWebhook(parsed, header, SECRET, { now: NOW })).rejects.toThrow(/raw bytes/);
  for (const tolerance_seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await expect(verifyWebhook(EVENT, header, SECRET, { now: NOW, tolerance_seconds })).rejects.toThrow(TypeError);
  }
  await expect(verifyWebhook(EVENT, header, SECRET, { now: new Date("x") })).rejects.toThrow(TypeError);
});

test("any body and secret verify as signed, and no changed byte does", async () => {
  const body = fc.uint8Array({ minLength: 1, maxLength: 300 });
  const secret = fc.string({ minLength: 1, unit: "grapheme" });
  await fc.assert(
    fc.asyncProperty(body, secret, fc.nat(), async (bytes, key, place) => {
      const header = sign(bytes, key);
      expect(await outcome(verifySignature(bytes, header, key, { now: NOW }))).toBe("valid");
      const changed = Uint8Array.from(bytes, (byte, index) => (index === place % bytes.length ? byte ^ 1 : byte));
      expect(await outcome(verifySignature(changed, header, key, { now: NOW }))).toBe("signature_mismatch");
    }),
  );
});

test("any header text ends in an event or in a reason", async () => {
  const pieces = fc.constantFrom("t=", "v1=", ",", " ", String(T), sign(EVENT), "=", "é", "\0", "\n");
  const headers = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
  );
  const reasons = ["valid", "header_missing", "header_malformed", "timestamp_outside_tolerance", "signature_mismatch"];
  await fc.assert(
    fc.asyncProperty(headers, async (header) => {
      expect(reasons).toContain(await outcome(verifyWebhook(EVENT, header, SECRET, { now: NOW })));
    }),
  );
});

test("the package as it is published needs nothing and runs in plain Node", async () => {
  const manifest = z.record(z.string(), z.unknown()).parse(await read("package.json"));
  expect(Object.keys(manifest).filter((name) => name.toLowerCase().includes("dependencies"))).toEqual([]);
  const entry = { types: "./dist/verify-webhook.d.ts", default: "./dist/verify-webhook.js" };
  expect(manifest["exports"]).toMatchObject({ ".": entry });
  const directory = await mkdtemp(join(tmpdir(), "webhook-verify-"));
  await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", PACKAGE, "--outDir", directory]);
  await writeFile(join(directory, "package.json"), '{"type":"module"}');
  const receiver = `
    import { verifyWebhook } from "./verify-webhook.js";
    const { vectors } = JSON.parse(await (await import("node:fs/promises")).readFile(process.argv[1], "utf8"));
    const answers = [];
    for (const { body_base64, header, secrets, now, tolerance_seconds = 30 } of vectors) {
      const options = { now: new Date(now * 1000), tolerance_seconds };
      answers.push(await verifyWebhook(Buffer.from(body_base64, "base64"), header, secrets, options)
        .then(() => "valid", (error) => error.reason));
    }
    console.log(JSON.stringify(answers));`;
  const words = ["--input-type=module", "-e", receiver, join(PACKAGE, "vectors.json")];
  const { stdout } = await run(process.execPath, words, { cwd: directory });
  expect(JSON.parse(stdout)).toEqual(VECTORS.map((vector) => vector.expect));
  expect(await readFile(join(directory, "verify-webhook.d.ts"), "utf8")).toContain("verifyWebhook");
  await rm(directory, { recursive: true });
});
