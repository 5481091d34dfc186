import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };

/** Evaluated in the page: texts of the decisions that the browser keeps. */
const KEPT = `Object.keys(localStorage).filter((key) => key.startsWith("carbon-ledger.decisions."))
  .flatMap((key) => JSON.parse(localStorage.getItem(key)).map(({ call }) => call.name + " " + call.input.id))`;

/** Evaluated in the page: how a line is read now. */
const STATE_OF = (id: string): string => `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const line = await (await fetch("/app/api/companies/" + companies[0].id + "/activities/${id}")).json();
  return line.status;
})()`;

/** Evaluated in the page: leaves a line out, as a colleague would who has another window open. */
const EXCLUDE = (id: string): string => `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token, "idempotency-key": crypto.randomUUID() };
  const answer = await fetch("/app/api/companies/" + companies[0].id + "/review-items/${id}/exclude", {
    method: "POST", headers, body: JSON.stringify({ reason: "Private" }),
  });
  return answer.status;
})()`;

describe.skipIf(!isChromiumInstalled)(
  `decisions without a connection, in a browser (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { base, complaints, enter: logIn, homeOf } = demoInBrowser();

    const enter = async (): Promise<[BrowserContext, Page]> => {
      const [context, page] = await logIn(WIDE);
      await page.goto(`${homeOf(page)}/gennemgang`);
      await page.waitForSelector("nav[aria-label='Linjer, der venter'] button");
      return [context, page];
    };
    const kept = async (page: Page): Promise<string[]> => await page.evaluate(KEPT);
    const idOf = (decision: string | undefined): string => decision?.split(" ")[1] ?? "";

    test("what is decided is kept and sent once; a line that changed meanwhile is told with what was decided about it", async () => {
      const [context, page] = await enter();
      const queue = page.locator("nav[aria-label='Linjer, der venter'] li");
      const before = await queue.count();
      await context.setOffline(true);
      await page.waitForSelector("text=/Ingen forbindelse. Du ser data fra kl. .* alt andet kræver forbindelse\\./");
      await page.keyboard.press("x");
      await page.waitForSelector("text=1 beslutning venter på at blive sendt.");
      await page.waitForSelector("text=/afgjort her. Det sendes, når der er forbindelse/");
      await page.keyboard.press("x");
      await page.waitForSelector("text=2 beslutninger venter på at blive sendt.");
      await page.keyboard.press("x");
      await page.waitForSelector("text=3 beslutninger venter på at blive sendt.");
      expect(await queue.count()).toBe(before - 3);
      // The third one is taken back before it was sent.
      await page.keyboard.press("u");
      await page.waitForSelector("text=2 beslutninger venter på at blive sendt.");
      const [first, second] = (await kept(page)).map(idOf);
      expect(await faultsOf(page)).toEqual([]);
      const [colleague, elsewhere] = await enter();
      expect(await elsewhere.evaluate(EXCLUDE(second ?? ""))).toBe(200);
      await context.setOffline(false);
      await page.waitForSelector("text=Beslutninger, der ikke blev gennemført");
      await page.waitForSelector("text=/Du ville udelade den .* Linjen var ændret, siden du læste den/");
      expect(await page.evaluate(STATE_OF(first ?? ""))).toBe("excluded");
      expect((await kept(page)).map(idOf)).toEqual([second]);
      await expect.poll(() => queue.count()).toBe(before - 2);
      expect(await faultsOf(page)).toEqual([]);
      await page.click("text=Fjern fra listen");
      await expect.poll(() => kept(page)).toEqual([]);
      await Promise.all([context.close(), colleague.close()]);
      expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    });

    test("a decision survives the page, goes out with the next one, and is lost only to a log-out that was warned of", async () => {
      const [context, page] = await enter();
      await context.setOffline(true);
      await page.keyboard.press("x");
      await expect.poll(async () => (await kept(page)).length).toBe(1);
      const [decided] = (await kept(page)).map(idOf);
      // The page is closed while nothing could be sent; the next one is opened with a connection.
      await page.close();
      await context.setOffline(false);
      const next = await context.newPage();
      await next.goto(`${base()}/app`);
      await next.waitForSelector("h1");
      await expect.poll(() => kept(next)).toEqual([]);
      expect(await next.evaluate(STATE_OF(decided ?? ""))).toBe("excluded");
      await next.goto(`${next.url().replace(/\/$/, "")}/gennemgang`);
      await next.waitForSelector("nav[aria-label='Linjer, der venter'] button");
      await next.click("header a[href='/app/mig']");
      await next.waitForSelector("h1:text-is('Min profil')");
      await next.goBack();
      await next.waitForSelector("nav[aria-label='Linjer, der venter'] button");
      await context.setOffline(true);
      await next.keyboard.press("x");
      await expect.poll(async () => (await kept(next)).length).toBe(1);
      await next.click("header a[href='/app/mig']");
      await next.click("button:text-is('Log ud')");
      await next.waitForSelector("text=1 beslutning er ikke sendt endnu og går tabt, hvis du logger ud nu.");
      expect((await kept(next)).length).toBe(1);
      await context.close();
    });
  },
);
