import { afterAll, beforeAll, beforeEach } from "vitest";
import type { TenantIdentity } from "../../src/core/context.ts";
import { testApp, type TestApp, type TestKey } from "./app.ts";
import type { Answer } from "./http-client.ts";

/** One company's answers over REST, with its key. */
export interface AnswersOverRest {
  /** PUT of one datapoint. */
  set(datapoint: string, body: object, year?: number): Promise<Answer>;
  /** PUT of several. */
  setMany(inputs: readonly object[], year?: number): Promise<Answer>;
  /** GET of one datapoint; `query` with its question mark. */
  get(datapoint: string, query?: string, year?: number): Promise<Answer>;
  copy(body: object): Promise<Answer>;
  send(method: string, path: string, body?: object): Promise<Answer>;
}

export function answersOverRest(app: TestApp, key: TestKey): AnswersOverRest {
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    // A step of the clock per call, so that no test meets a rate limit.
    app.db.clock.advance(1);
    const request = {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    };
    return await app.as(key, `/api/v1${path}`, request);
  };
  const place = (datapoint: string, year: number) => `/report-inputs/${year}/${encodeURIComponent(datapoint)}`;
  return {
    set: (datapoint, body, year = 2025) => send("PUT", place(datapoint, year), body),
    setMany: (inputs, year = 2025) => send("PUT", "/report-inputs", { report_year: year, inputs }),
    get: (datapoint, query = "", year = 2025) => send("GET", place(datapoint, year) + query),
    copy: (body) => send("POST", "/report-inputs/copies", body),
    send,
  };
}

/** The service for a file of tests, with a new company for each test, whose answers go over REST. */
export interface AnsweringCompany {
  readonly app: TestApp;
  readonly tenant: TenantIdentity;
  readonly rest: AnswersOverRest;
}

/** Call it once, at the top of a file: the members are there from the first test on. */
export function answeringCompany(): AnsweringCompany {
  const parts: { app?: TestApp; tenant?: TenantIdentity; rest?: AnswersOverRest } = {};
  const made = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error("the company is made before each test");
    return part;
  };
  beforeAll(async () => {
    parts.app = await testApp();
  });
  afterAll(() => parts.app?.close());
  beforeEach(async () => {
    parts.tenant = await made(parts.app).db.tenant();
    parts.rest = answersOverRest(made(parts.app), await made(parts.app).key(parts.tenant));
  });
  return {
    get app() {
      return made(parts.app);
    },
    get tenant() {
      return made(parts.tenant);
    },
    get rest() {
      return made(parts.rest);
    },
  };
}

/** The first refused field of an answer, as "path code". */
export function refusedField(answer: Answer): string {
  const [issue] = answer.json().issues ?? [];
  return `${answer.status} ${issue?.path} ${issue?.code}`;
}
