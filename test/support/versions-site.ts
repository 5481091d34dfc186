import { expect } from "vitest";
import { statement } from "../../src/core/statement.ts";
import type { AnswerBody } from "./http-client.ts";
import { type RecordingCompany, recordingSite } from "./recording-site.ts";

type Body = Readonly<Record<string, unknown>>;

interface VersionBody {
  readonly version: number;
  readonly changed: readonly string[];
  readonly reason: string | null;
  readonly stated_by_name: string | null;
}

/** A record with its versions; what else it holds the assertions check. */
export interface VersionedBody extends Body {
  readonly id: string;
  readonly version: number;
  readonly versions: readonly (VersionBody & Body)[];
}

const EVENTS = statement(`
  select action, payload::text as payload from audit_events
  where tenant_id = $1 and environment = $2 and subject = $3 order by seq limit 50`);

/** The service over HTTP on 2026-11-20, as those use it who change what a company has said before. */
export async function versionsSite() {
  const site = await recordingSite();
  const call = async ({ key }: RecordingCompany, method: string, path: string, body?: object) =>
    await site.app.as(key, `/api/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  return {
    ...site,
    call,
    /** The answer of a call that succeeds. */
    async done(by: RecordingCompany, method: string, path: string, body?: object): Promise<VersionedBody> {
      const answer = await call(by, method, path, body);
      expect(answer.status, answer.text).toBeLessThan(300);
      return answer.json() as unknown as VersionedBody;
    },
    /** Path and code of what is wrong, and the detail, of a call that is refused. */
    async refused(by: RecordingCompany, method: string, path: string, body?: object): Promise<string> {
      const answer = await call(by, method, path, body);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
      const { code = "", detail = "", issues }: AnswerBody = answer.json();
      return issues === undefined
        ? code
        : `${issues.map((issue) => `${issue.path} ${issue.code}`).join(", ")}: ${detail}`;
    },
    /** The events about one record, oldest first. */
    async events({ tenant }: RecordingCompany, subject: string): Promise<{ action: string; payload: string }[]> {
      return await site.app.db.context(tenant).db.rows<{ action: string; payload: string }>(EVENTS, [subject]);
    },
  };
}

export type VersionsSite = Awaited<ReturnType<typeof versionsSite>>;
