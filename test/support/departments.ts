import type { TestApp, TestKey } from "./app.ts";

const COUNT = 30;

/** Thirty departments of the key's company, with codes that CSV has to quote; number 7's looks like a formula. */
export async function addDepartments(app: TestApp, key: TestKey): Promise<void> {
  for (let count = 0; count < COUNT; count += 1) {
    app.db.clock.advance(60);
    await app.as(key, "/api/v1/departments", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: `Department ${count}`, code: count === 7 ? "=1+1" : `C"${count},x` }),
    });
  }
}
