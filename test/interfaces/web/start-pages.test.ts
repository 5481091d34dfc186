import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../../src/core/errors.ts";
import { ERROR_MEANINGS } from "../../../src/interfaces/http/error-meanings.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { call } from "../../support/http-client.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const danish = { "accept-language": "da" };
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe.each([
  ["/", 200, "Carbon accounts from invoices", "Klimaregnskab fra fakturaer"],
  ["/errors", 200, "Every error", "Alle fejl"],
  ["/errors/quota.exceeded", 200, "Invoice quota exceeded", "Bilagskvoten er brugt"],
  ["/errors/no.such.code", 404, "Nothing here", "Siden findes ikke"],
  ["/no/such/page", 404, "Nothing here", "Siden findes ikke"],
] as const)("%s", (path, status, english, dansk) => {
  test("is one well-formed document in the reader's language, with a way to log in, and runs no script", async () => {
    for (const [headers, language, title] of [
      [{}, "en", english],
      [danish, "da", dansk],
    ] as const) {
      const answer = await call(app.main, path, { headers });
      const { text } = answer;
      expect(answer.status).toBe(status);
      expect(text).toContain(`<html lang="${language}">`);
      if (path !== "/errors") expect(text).toContain(`<h1>${title}`);
      expect(text).toContain('href="http://ledger.test/login"');
      const order = ["<!doctype html>", "<head>", "<title>", "<style>", "</head>", "<body>", "</body>", "</html>"];
      for (const tag of order) expect([tag, text.split(tag).length]).toEqual([tag, 2]);
      expect(text).not.toContain("<script");
      const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
      expect(answer.headers["content-security-policy"]).toContain(`'sha256-${hash("sha256", style, "base64")}'`);
    }
  });
});

test("every error code has its own words in Danish", async () => {
  for (const [code, { status, title }] of Object.entries(ERROR_CODES)) {
    const { text } = await call(app.main, `/errors/${code}`, { headers: danish });
    expect(text).toContain(`HTTP ${status}`);
    expect(text).not.toContain(`<h1>${title}</h1>`);
    const { when } = ERROR_MEANINGS[code as keyof typeof ERROR_MEANINGS];
    expect([code, text.includes(when)]).toEqual([code, false]);
  }
});

test("a browser whose page fails reads why in its language, with the number of the fault; a program gets a problem", async () => {
  const broken = await testApp({ settings: { ip_rate_limit: 2 } });
  try {
    for (let visit = 0; visit < 2; visit += 1) await call(broken.main, "/login");
    const page = await call(broken.main, "/login", { headers: { ...html, ...danish } });
    expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    expect(page.text).toContain("For mange besøg lige nu");
    expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
    const problem = await call(broken.main, "/login");
    expect([problem.status, problem.headers["content-type"]]).toEqual([429, "application/problem+json"]);
    expect(JSON.parse(problem.text)).toMatchObject({ code: "rate_limit.ip_exceeded" });
  } finally {
    await broken.close();
  }
});
