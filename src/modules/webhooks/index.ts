export type { SendResult } from "./delivery-outcome.ts";
export type { DeliveryRequest } from "./delivery-request.ts";
export { disableAll, disableExpired, disableOfGrant } from "./disable-webhook.ts";
export { DeliveryWorker } from "./delivery-worker.ts";
export { emitEvent } from "./emit-event.ts";
export { deliveryQueueDepth, type QueueDepth } from "./store-deliveries.ts";
export { pruneDeliveries } from "./store-ending.ts";
export { DELIVERIES_CHANNEL } from "./store-events.ts";
export type { DisabledWebhook } from "./delivery-ports.ts";
