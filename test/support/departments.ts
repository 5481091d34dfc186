import { testApp, type TestApp, type TestAppOptions, type TestKey } from "./app.ts";
import type { Answer } from "./http-client.ts";

const COUNT = 30;

/** A company with thirty departments, whose codes CSV has to quote; number 7's looks like a formula. */
export interface DepartmentSite {
  readonly app: TestApp;
  readonly key: TestKey;
  /** GET of a REST path with the company's key. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  close(): Promise<void>;
}

export async function departmentSite(options: TestAppOptions = {}): Promise<DepartmentSite> {
  const app = await testApp(options);
  const key = await app.key(await app.db.tenant());
  for (let count = 0; count < COUNT; count += 1) {
    app.db.clock.advance(60);
    await app.as(key, "/api/v1/departments", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: `Department ${count}`, code: count === 7 ? "=1+1" : `C"${count},x` }),
    });
  }
  return {
    app,
    key,
    get: (path, headers = {}) => app.as(key, `/api/v1${path}`, { headers }),
    close: () => app.close(),
  };
}
