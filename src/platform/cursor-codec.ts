import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Environment } from "../core/context.ts";
import { ServiceError } from "../core/errors.ts";
import type { CursorCodec, CursorPosition, CursorPurpose } from "../core/page.ts";
import { hmacSha256 } from "./hmac-sha256.ts";

const VERSION = 1;
const TAG_BYTES = 16;
const FORM = /^[A-Za-z0-9_-]{24,1000}$/;
const position = z.array(z.string()).max(8);

/**
 * Cursors are base64url of: version byte, HMAC-SHA256 cut to 16 bytes (RFC 2104 section 5), position as JSON. The HMAC
 * covers tenant, environment, list and filters as well, so that a cursor opens only where it was sealed.
 */
export function cursorCodecFor(secret: Uint8Array): (tenantId: string, environment: Environment) => CursorCodec {
  const mac = hmacSha256(secret);
  return (tenantId, environment) => {
    const tagOf = (purpose: CursorPurpose, body: string): Buffer =>
      mac(JSON.stringify([VERSION, tenantId, environment, purpose.list, canonical(purpose.filters), body])).subarray(
        0,
        TAG_BYTES,
      );
    return {
      seal(purpose, at) {
        const body = JSON.stringify(at);
        return Buffer.concat([Buffer.of(VERSION), tagOf(purpose, body), Buffer.from(body)]).toString("base64url");
      },
      open(purpose, cursor) {
        const body = FORM.test(cursor) ? verified(cursor, (text) => tagOf(purpose, text)) : null;
        if (body === null) {
          throw new ServiceError(
            "pagination.invalid_cursor",
            "This cursor does not belong to this list with these filters. Start again without cursor.",
          );
        }
        return body;
      },
    };
  };
}

function verified(cursor: string, tagOf: (body: string) => Buffer): CursorPosition | null {
  const bytes = Buffer.from(cursor, "base64url");
  // One text per cursor: unused bits of the last character must be zero.
  if (bytes.toString("base64url") !== cursor || bytes[0] !== VERSION || bytes.length <= 1 + TAG_BYTES) return null;
  const body = bytes.subarray(1 + TAG_BYTES).toString("utf8");
  if (!timingSafeEqual(bytes.subarray(1, 1 + TAG_BYTES), tagOf(body))) return null;
  // The HMAC proves that `seal` wrote the body; parsing states its shape.
  return position.parse(JSON.parse(body));
}

/** Filters with sorted names; an absent filter and an undefined one are the same. */
function canonical(filters: Readonly<Record<string, unknown>>): (readonly [string, unknown])[] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
}
