import { z } from "zod";
import { ENVIRONMENTS } from "../../core/context.ts";
import { EVENT_DATA } from "../../core/event-data.ts";
import { EVENT_NAMES, type EventName } from "../../core/events.ts";
import { answerSchema } from "./openapi-schema.ts";
import { type ComponentStore, type Json, pascalCase, reference } from "./openapi-store.ts";

const CAUSES: Readonly<Record<EventName, string>> = {
  "supplier.invited": "A supplier was invited, or invited again; data.id is the supplier",
  "supplier.connected": "A supplier accepted its invitation; data.id is the supplier",
  "target.created": "A reduction target was set; data.id is the target",
  "report.generation_started": "A render job began; data.id is the job",
  "report.generation_completed": "A render job has its report; data.id is the report",
  "report.attested": "A consultant signed a report off; data.id is the report",
  "usage.quota_threshold":
    "80 or 100 percent of the month's invoices are used; data.id is company, month and threshold",
  "api_key.created": "A key was made, by rotation as well; data.id is the key",
  "api_key.revoked": "A key was ended, by rotation as well; data.id is the key",
};

const HEADERS = {
  "X-Svc-Signature":
    "t=<unix seconds>,v1=<hex HMAC-SHA256 of t, a full stop and the raw body>; several v1 in a rotation",
  "X-Svc-Event-Id": "id of the event, the same on every attempt and replay",
  "X-Svc-Delivery-Id": "id of the delivery, the same on every attempt of it",
  "X-Svc-Attempt": "Number of this attempt, from 1",
} as const;

/** What subscriptions are sent, event by event (OpenAPI 3.1 webhooks); how receivers verify it is in docs/webhooks.md. */
export function describeWebhooks(store: ComponentStore): Json {
  const parameters = Object.entries(HEADERS).map(([name, description]) =>
    store.keep("parameters", `Webhook${pascalCase(name.replace("X-Svc-", ""))}`, {
      name,
      in: "header",
      required: true,
      description,
      schema: { type: "string", maxLength: 1024 },
    }),
  );
  store.keep("responses", "WebhookReceived", {
    description: "Any 2xx, quickly. Everything else, and no answer in time, is tried again",
  });
  return Object.fromEntries(EVENT_NAMES.map((event) => [event, { post: describeEvent(event, parameters, store) }]));
}

function describeEvent(event: EventName, parameters: readonly Json[], store: ComponentStore): Json {
  const schema = answerSchema(eventBody(event), `${pascalCase(event)}Event`, store);
  return {
    operationId: `receive_${event.replace(".", "_")}`,
    summary: event,
    description: `${CAUSES[event]}.`,
    tags: ["webhooks"],
    security: [],
    parameters,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: { "2XX": reference("responses", "WebhookReceived") },
  };
}

/** A delivered body; `sequence` grows with each event of one company and environment. */
function eventBody(event: EventName): z.ZodObject {
  return z.object({
    id: z.uuid(),
    event: z.literal(event),
    schema_version: z.int(),
    created_at: z.iso.datetime(),
    environment: z.enum(ENVIRONMENTS),
    sequence: z.int(),
    data: EVENT_DATA[event],
  });
}
