import type { Environment } from "../../core/context.ts";

/** Version of the shape of delivered bodies: changed when a member is removed or gets another meaning. */
export const SCHEMA_VERSION = 1;

/** What a body tells of the event, besides its moment and number. */
export interface EventBodySource {
  readonly id: string;
  readonly event: string;
  readonly environment: Environment;
  /** Always with the id of the record concerned (contract 6.3). */
  readonly data: unknown;
}

/** The JSON text of a body around its two members that only the database knows when the event is written. */
export interface EventBodyParts {
  readonly before_created_at: string;
  readonly before_sequence: string;
  readonly after_sequence: string;
}

export function eventBodyParts({ id, event, environment, data }: EventBodySource): EventBodyParts {
  const text = (value: string): string => JSON.stringify(value);
  return {
    before_created_at: `{"id":${text(id)},"event":${text(event)},"schema_version":${SCHEMA_VERSION},"created_at":"`,
    before_sequence: `","environment":${text(environment)},"sequence":`,
    after_sequence: `,"data":${JSON.stringify(data)}}`,
  };
}

/** The body of an event that is written already: `created_at` is ISO 8601 UTC, `sequence` its number in the company. */
export function eventBody(event: EventBodySource & { readonly created_at: string; readonly sequence: number }): string {
  const parts = eventBodyParts(event);
  return `${parts.before_created_at}${event.created_at}${parts.before_sequence}${event.sequence}${parts.after_sequence}`;
}
