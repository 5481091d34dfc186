import type { Context } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import type { CreatedWebhook } from "../../src/modules/webhooks/webhook.ts";
import { verifyWebhook, WebhookVerificationError } from "../../packages/webhook-verify/src/verify-webhook.ts";
import { testDatabase, type TestDatabase } from "./database.ts";
import { emitEvents, sandboxContext, subscribe, type TestWorker, testWorker } from "./delivery-worker.ts";
import { type Received, type WebhookReceiver, webhookReceiver } from "./webhook-receiver.ts";

/** A company with one subscription to target.created, and the receiver that it leads to. */
export interface Subscriber {
  readonly ctx: Context;
  readonly webhook: CreatedWebhook;
  /** Answers with the operation's own output, which the caller names. */
  call<Answer>(operation: Operation, input: object): Promise<Answer>;
  /** Causes one event and gives it as it arrived. */
  delivered(): Promise<Received>;
  /** What arrived last. */
  newest(): Received;
  /** What the receivers' package says of a delivery so many seconds from now: the event's name, or why not. */
  verdict(delivery: Received, secret: string, seconds_later?: number): Promise<string>;
}

/** The service's own worker, and a receiver on loopback. */
export interface DeliverySite {
  readonly db: TestDatabase;
  readonly worker: TestWorker;
  readonly receiver: WebhookReceiver;
  /** A new company; the receiver has nothing yet and answers 204. */
  subscriber(): Promise<Subscriber>;
  close(): Promise<void>;
}

export async function deliverySite(): Promise<DeliverySite> {
  const db = await testDatabase();
  const worker = testWorker(db);
  const receiver = await webhookReceiver();
  return {
    db,
    worker,
    receiver,
    async subscriber() {
      // Verifiers that take no clock compare with the real one.
      db.clock.set(new Date().toISOString());
      const ctx = await sandboxContext(db);
      receiver.received.length = 0;
      receiver.reply(() => ({ status: 204 }));
      const webhook = await subscribe(ctx, `${receiver.url}hook/${ctx.tenant.id}`);
      const newest = () => newestOf(receiver);
      return {
        ctx,
        webhook,
        newest,
        call: async <Answer>(operation: Operation, input: object): Promise<Answer> =>
          (await invoke(operation, ctx, input)) as Answer,
        async delivered() {
          await emitEvents(ctx, 1);
          await worker.drain();
          return newest();
        },
        async verdict(delivery, secret, seconds_later = 0) {
          const now = new Date(db.clock.now().getTime() + seconds_later * 1000);
          return await verifyWebhook(delivery.body, headerOf(delivery), secret, { now }).then(
            ({ event }) => event,
            (error: unknown) => (error instanceof WebhookVerificationError ? error.reason : String(error)),
          );
        },
      };
    },
    async close() {
      await worker.close();
      await receiver.close();
      await db.close();
    },
  };
}

/** A header of a delivery; the signature unless another is named. */
export function headerOf(delivery: Received, name = "x-svc-signature"): string {
  return String(delivery.headers[name]);
}

function newestOf({ received }: WebhookReceiver): Received {
  const delivery = received.at(-1);
  if (delivery === undefined) throw new Error("nothing arrived");
  return delivery;
}
