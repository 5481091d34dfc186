import { describe, expect, test } from "vitest";
import {
  CONNECTION_EVENTS,
  CONNECTION_STATUSES,
  connectionAfter,
} from "../../../src/modules/suppliers/connection-states.ts";
import {
  DISCLOSURE_EVENTS,
  DISCLOSURE_STATUSES,
  disclosureAfter,
  disclosureStatusOn,
} from "../../../src/modules/suppliers/disclosure-states.ts";
import { isProtectedUndertaking } from "../../../src/modules/suppliers/protected-undertaking.ts";

/** Written by hand, row by row: the truth that the tables are held against. "-" is refused. */
const CONNECTION = {
  none: { invite: "pending", accept: "-", revoke: "-" },
  pending: { invite: "pending", accept: "active", revoke: "revoked" },
  active: { invite: "-", accept: "-", revoke: "revoked" },
  revoked: { invite: "pending", accept: "-", revoke: "-" },
} as const;

const PART = "partially_disclosed";
const DISCLOSURE = {
  not_requested: {
    request: "requested",
    record_partial: PART,
    record_complete: "disclosed",
    verify: "-",
    decline: "-",
  },
  requested: {
    request: "requested",
    record_partial: PART,
    record_complete: "disclosed",
    verify: "-",
    decline: "declined",
  },
  partially_disclosed: {
    request: PART,
    record_partial: PART,
    record_complete: "disclosed",
    verify: "-",
    decline: "declined",
  },
  disclosed: { request: "-", record_partial: PART, record_complete: "disclosed", verify: "verified", decline: "-" },
  verified: { request: "-", record_partial: PART, record_complete: "disclosed", verify: "-", decline: "-" },
  declined: { request: "requested", record_partial: PART, record_complete: "disclosed", verify: "-", decline: "-" },
  overdue: {
    request: "requested",
    record_partial: PART,
    record_complete: "disclosed",
    verify: "-",
    decline: "declined",
  },
  expired: { request: "-", record_partial: PART, record_complete: "disclosed", verify: "-", decline: "-" },
} as const;

function outcome(next: () => string): string {
  try {
    return next();
  } catch (error) {
    expect(error).toMatchObject({
      code: "request.validation_failed",
      extras: { issues: [{ code: "invalid_transition" }] },
    });
    return "-";
  }
}

describe("a connection", () => {
  test.each(CONNECTION_STATUSES.flatMap((status) => CONNECTION_EVENTS.map((event) => [status, event] as const)))(
    "that is %s answers %s as the table says",
    (status, event) => {
      expect(outcome(() => connectionAfter(status, event))).toBe(CONNECTION[status][event]);
    },
  );
});

describe("a disclosure", () => {
  test.each(DISCLOSURE_STATUSES.flatMap((status) => DISCLOSURE_EVENTS.map((event) => [status, event] as const)))(
    "that is %s answers %s as the table says",
    (status, event) => {
      expect(outcome(() => disclosureAfter(status, event))).toBe(DISCLOSURE[status][event]);
    },
  );

  test.each([
    ["requested", "2026-05-31", "2026-05-31", "requested"],
    ["requested", "2026-05-31", "2026-06-01", "overdue"],
    ["partially_disclosed", "2026-05-31", "2026-06-01", "overdue"],
    ["requested", null, "2026-12-31", "requested"],
    ["requested", "2026-05-31", "2027-01-01", "expired"],
    ["partially_disclosed", null, "2027-01-01", "expired"],
    ["disclosed", "2026-05-31", "2030-01-01", "disclosed"],
    ["verified", "2026-05-31", "2030-01-01", "verified"],
    ["declined", "2026-05-31", "2030-01-01", "declined"],
  ] as const)("of 2025 that was %s, due %s, is on %s: %s", (status, due_on, today, expected) => {
    expect(disclosureStatusOn({ status, due_on, report_year: 2025 }, today)).toBe(expected);
  });

  test("that nobody asked for is not_requested for ever", () => {
    expect(disclosureStatusOn(null, "2099-01-01")).toBe("not_requested");
  });
});

test("the value-chain cap protects undertakings of up to 1,000 employees, and nothing is said of an unknown size", () => {
  expect([null, 0, 1000, 1001].map(isProtectedUndertaking)).toEqual([null, true, true, false]);
});
