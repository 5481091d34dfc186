import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fastify from "fastify";
import { Webhook } from "standardwebhooks";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { finishWebhookRotation } from "../../../src/modules/webhooks/finish-webhook-rotation.ts";
import { rotateWebhookSecret } from "../../../src/modules/webhooks/rotate-webhook-secret.ts";
import type { CreatedWebhook } from "../../../src/modules/webhooks/webhook.ts";
import { verifyWebhook, WebhookVerificationError } from "../../../packages/webhook-verify/src/verify-webhook.ts";
import { type DeliverySite, deliverySite, headerOf, type Subscriber } from "../../support/delivery-site.ts";
import { emitEvents } from "../../support/delivery-worker.ts";
import type { Received } from "../../support/webhook-receiver.ts";

/** Deliveries as a receiver gets them from the service's own worker, judged by other people's verifiers. */
let site: DeliverySite;
let at: Subscriber;

beforeAll(async () => {
  site = await deliverySite();
});
afterAll(() => site.close());
beforeEach(async () => {
  at = await site.subscriber();
});

const signatures = (delivery: Received): number => headerOf(delivery).split("v1=").length - 1;

describe("what arrives", () => {
  test("[contract 6.3.1, 6.3.3] is accepted by Stripe's library, with this secret and no other", async () => {
    const delivery = await at.delivered();
    const event: unknown = Stripe.webhooks.constructEvent(
      Buffer.from(delivery.body),
      headerOf(delivery),
      at.webhook.signing_secret,
    );
    expect(event).toMatchObject({ event: "target.created", environment: "sandbox" });
    const other = `whsec_${"A".repeat(43)}=`;
    expect(() => Stripe.webhooks.constructEvent(delivery.body, headerOf(delivery), other)).toThrow(/signature/i);
    expect(() =>
      Stripe.webhooks.constructEvent(`${delivery.body} `, headerOf(delivery), at.webhook.signing_secret),
    ).toThrow();
  });

  test("carries exactly one v1, which is what openssl computes over t, a full stop and the body", async () => {
    const delivery = await at.delivered();
    const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headerOf(delivery)) ?? [];
    const directory = await mkdtemp(join(tmpdir(), "delivery-"));
    await writeFile(join(directory, "signed"), `${t}.${delivery.body}`);
    const words = ["dgst", "-sha256", "-hmac", at.webhook.signing_secret, join(directory, "signed")];
    const { stdout } = await promisify(execFile)("openssl", words);
    await rm(directory, { recursive: true });
    expect(stdout.trim().split(" ").at(-1)).toBe(v1);
    expect(Number(t)).toBe(Math.floor(site.db.clock.now().getTime() / 1000));
  });

  test("is accepted by the Standard Webhooks library from its own headers", async () => {
    const delivery = await at.delivered();
    const headers = Object.fromEntries(
      ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, headerOf(delivery, name)]),
    );
    expect(new Webhook(at.webhook.signing_secret).verify(delivery.body, headers)).toMatchObject({
      id: headerOf(delivery, "x-svc-event-id"),
    });
    expect(() => new Webhook(at.webhook.signing_secret).verify(`${delivery.body} `, headers)).toThrow();
  });

  test("[contract 6.3.4] is refused by the receivers' package 31 seconds later and 31 seconds early", async () => {
    const delivery = await at.delivered();
    const after = async (seconds: number) => await at.verdict(delivery, at.webhook.signing_secret, seconds);
    expect(await Promise.all([0, 30, -30].map(after))).toEqual(["target.created", "target.created", "target.created"]);
    expect(await Promise.all([31, -31].map(after))).toEqual([
      "timestamp_outside_tolerance",
      "timestamp_outside_tolerance",
    ]);
  });

  test("is taken by a Fastify receiver as the package describes it, and a changed body is not", async () => {
    const app = fastify();
    const ids: string[] = [];
    app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.post<{ Body: Buffer }>("/hooks/carbon", async (request, reply) => {
      try {
        const event = await verifyWebhook(request.body, request.headers["x-svc-signature"], at.webhook.signing_secret);
        ids.push(event.id);
        return await reply.code(204).send();
      } catch (error) {
        return await reply.code(error instanceof WebhookVerificationError ? 400 : 500).send();
      }
    });
    const delivery = await at.delivered();
    const { "content-length": _, connection: _connection, ...headers } = delivery.headers;
    const post = async (payload: string) =>
      (await app.inject({ method: "POST", url: "/hooks/carbon", headers, payload })).statusCode;
    expect(await post(delivery.body)).toBe(204);
    expect(await post(delivery.body.replace('"sequence":1', '"sequence":2'))).toBe(400);
    expect(ids).toEqual([headerOf(delivery, "x-svc-event-id")]);
    await app.close();
  });
});

describe("rotating the secret", () => {
  const rotate = (grace_period_seconds: number) =>
    at.call<CreatedWebhook>(rotateWebhookSecret, { id: at.webhook.id, grace_period_seconds });

  test("[contract 6.2.1] during the overlap both secrets verify, the new one's signature first; after it only the new", async () => {
    const { signing_secret: fresh } = await rotate(3600);
    const during = await at.delivered();
    expect(signatures(during)).toBe(2);
    for (const secret of [fresh, at.webhook.signing_secret]) {
      expect(await at.verdict(during, secret)).toBe("target.created");
      expect(() => Stripe.webhooks.constructEvent(during.body, headerOf(during), secret)).not.toThrow();
    }
    const first = headerOf(during).split(",").slice(0, 2).join(",");
    expect(await at.verdict({ ...during, headers: { "x-svc-signature": first } }, fresh)).toBe("target.created");
    expect(headerOf(during, "webhook-signature").split(" ")).toHaveLength(2);
    site.db.clock.advance(3600);
    const after = await at.delivered();
    expect(signatures(after)).toBe(1);
    expect(await at.verdict(after, fresh)).toBe("target.created");
    expect(await at.verdict(after, at.webhook.signing_secret)).toBe("signature_mismatch");
  });

  test("without an overlap the old secret signs nothing more, not even what was waiting", async () => {
    await emitEvents(at.ctx, 1);
    const { signing_secret: fresh } = await rotate(0);
    await site.worker.drain();
    expect(signatures(at.newest())).toBe(1);
    expect(await at.verdict(at.newest(), fresh)).toBe("target.created");
    expect(await at.verdict(at.newest(), at.webhook.signing_secret)).toBe("signature_mismatch");
  });

  test("an overlap that is finished ends at once, and the new secret goes on", async () => {
    const { signing_secret: fresh } = await rotate(3600);
    const { signing_secret_last_four } = await at.call<CreatedWebhook>(finishWebhookRotation, { id: at.webhook.id });
    expect(fresh.endsWith(signing_secret_last_four)).toBe(true);
    const delivery = await at.delivered();
    expect(signatures(delivery)).toBe(1);
    expect(await at.verdict(delivery, fresh)).toBe("target.created");
    expect(await at.verdict(delivery, at.webhook.signing_secret)).toBe("signature_mismatch");
    // Once more: nothing is left to finish.
    await at.call(finishWebhookRotation, { id: at.webhook.id });
    expect(await at.verdict(await at.delivered(), fresh)).toBe("target.created");
  });

  test("a second rotation within an overlap, for a leak, ends both earlier secrets", async () => {
    const { signing_secret: leaked } = await rotate(3600);
    const { signing_secret: last } = await rotate(0);
    const delivery = await at.delivered();
    expect(signatures(delivery)).toBe(1);
    expect(await at.verdict(delivery, last)).toBe("target.created");
    expect(await at.verdict(delivery, leaked)).toBe("signature_mismatch");
  });
});
