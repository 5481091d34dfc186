import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const QUEUE = "nav[aria-label='Linjer, der venter'] button";

/** Evaluated in the page: says what a line is, as a colleague does in another window. */
const RECATEGORIZE = (id: string): string => `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token, "idempotency-key": crypto.randomUUID() };
  const answer = await fetch("/app/api/companies/" + companies[0].id + "/activities/${id}/recategorize", {
    method: "POST", headers, body: JSON.stringify({ category_id: "purchases.services.cleaning", reason: "Rengøring" }),
  });
  return answer.status;
})()`;

/** Evaluated in the page: how a line is read now. */
const READING = (id: string): string => `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const line = await (await fetch("/app/api/companies/" + companies[0].id + "/activities/${id}")).json();
  return [line.status, line.category_id, line.readings.length];
})()`;

describe.skipIf(!isChromiumInstalled)(`two people at the same lines, in a browser (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter: logIn, homeOf } = demoInBrowser();

  const enter = async (): Promise<[BrowserContext, Page]> => {
    const [context, page] = await logIn(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await page.waitForSelector(QUEUE);
    return [context, page];
  };
  /** Chooses the line at a place of the queue by pointer, and tells its id. */
  const choose = async (page: Page, place: number): Promise<string> => {
    await page.locator(QUEUE).nth(place).click();
    await expect.poll(() => page.url()).toContain("linje=");
    return new URL(page.url()).searchParams.get("linje") ?? "";
  };

  test("one of two decisions at once counts; the other person is told, and sees the line as it is now", async () => {
    const [[first, one], [second, two]] = [await enter(), await enter()];
    const id = await choose(one, 0);
    expect(await choose(two, 0)).toBe(id);
    await Promise.all([one.keyboard.press("x"), two.keyboard.press("Enter")]);
    const refusal = "text=/Linjen er ændret, siden du læste den|En kollega har allerede afgjort linjen/";
    await expect
      .poll(async () => (await one.locator(refusal).count()) + (await two.locator(refusal).count()), {
        timeout: 20_000,
      })
      .toBe(1);
    const told = (await one.locator(refusal).count()) === 1 ? one : two;
    expect(await told.locator("text=Det blev ikke gemt.").count()).toBe(1);
    expect(await faultsOf(told)).toEqual([]);
    // The first reading, and the one decision.
    expect(await one.evaluate(READING(id))).toEqual([
      expect.stringMatching(/excluded|classified/),
      expect.any(String),
      2,
    ]);
    for (const page of [one, two]) {
      await expect.poll(() => page.locator(`${QUEUE}[aria-current=true]`).count()).toBe(1);
      expect(new URL(page.url()).searchParams.get("linje")).not.toBe("");
    }
    await Promise.all([first.close(), second.close()]);
  });

  test("an undo after a colleague's change says so and leaves the colleague's change", async () => {
    const [[first, one], [second, two]] = [await enter(), await enter()];
    const id = await choose(one, 0);
    await one.keyboard.press("x");
    await one.waitForSelector("text=afgjort");
    await expect.poll(() => one.evaluate(READING(id))).toEqual(["excluded", expect.any(String), 2]);
    expect(await two.evaluate(RECATEGORIZE(id))).toBe(200);
    await one.keyboard.press("u");
    await one.waitForSelector("text=En kollega har ændret linjen siden din afgørelse. Den er ikke fortrudt.");
    expect(await one.getByText("Fortrudt.", { exact: true }).count()).toBe(0);
    expect(await one.evaluate(READING(id))).toEqual(["classified", "purchases.services.cleaning", 3]);
    expect(await faultsOf(one)).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
