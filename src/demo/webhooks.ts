import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { createWebhook } from "../modules/webhooks/create-webhook.ts";
import { listWebhooks } from "../modules/webhooks/list-webhooks.ts";

/** A made-up receiver: names below .example lead nowhere (RFC 2606), and its events are rare. */
const WEBHOOK = {
  url: "https://hooks.nordhavn-moebler.example/carbon-ledger",
  description: "Tells the bookkeeper when the invoice quota runs low and when a report is signed off",
  events: ["usage.quota_threshold", "report.attested"],
};

const urls = z.object({ items: z.array(z.object({ url: z.string() })) });

/** Subscribes the demo company's receiver in the context's environment, unless it is subscribed. */
export async function loadWebhooks(ctx: Context): Promise<void> {
  const { items } = urls.parse(await invoke(listWebhooks, ctx, {}));
  if (!items.some(({ url }) => url === WEBHOOK.url)) await invoke(createWebhook, ctx, WEBHOOK);
}
