import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  webhooks: local("endpoints of all companies are walked in turn by one statement"),
  webhook_deliveries: local("claimed across companies in one statement"),
  webhook_attempts: local("written with deliveries of several companies in one statement"),
  outbox_events: local("written in one statement with deliveries, and removed by age across companies"),
  event_sequences: local("written in one statement with events and deliveries"),
};
