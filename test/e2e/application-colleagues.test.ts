import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faultsOf, goTo } from "../support/app-pages.ts";
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

const DIESEL = Buffer.from(
  "dato;tekst;beløb;leverandør\n03-09-2026;Diesel til truck;900,00;Havnens Olie\n04-09-2026;Diesel til kran;1200,00;Kajens Olie\n",
);

/** Writes a quantity about a line of the queue, and tells the line's id. */
async function typeLitres(page: Page, text: string, litres: string): Promise<string> {
  await page.locator(QUEUE, { hasText: text }).click();
  await page.waitForSelector(`h2:text-is('${text}')`);
  await page.getByLabel("Mængde").fill(litres);
  return new URL(page.url()).searchParams.get("linje") ?? "";
}

/** Evaluated in the page: ids of the lines about which the tab keeps what is typed. */
const TYPED = `Object.keys(sessionStorage).filter((key) => key.startsWith("carbon-ledger.typed."))
  .flatMap((key) => Object.keys(JSON.parse(sessionStorage.getItem(key))))`;

/** Evaluated in the page: gives a line another supplier, as a colleague does; it waits as before. */
const CORRECT = (id: string): string => `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token };
  const answer = await fetch("/app/api/companies/" + companies[0].id + "/activities/${id}/correct", {
    method: "POST", headers, body: JSON.stringify({ facts: { supplier_name: "Pier Olie" }, reason: "Ny leverandør" }),
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

  test("what was typed about a line stays when a colleague changes or decides it meanwhile, and the person is told", async () => {
    const [[first, one], [second, two]] = [await enter(), await enter()];
    await goTo(one, "Indlæs");
    await one.setInputFiles("input[type=file] >> nth=0", { name: "diesel.csv", mimeType: "text/csv", buffer: DIESEL });
    await one.waitForSelector("text=Venter på en afgørelse", { timeout: 60_000 });
    await goTo(one, "Gennemgang");
    const [changed, taken] = [
      await typeLitres(one, "Diesel til truck", "62,5"),
      await typeLitres(one, "Diesel til kran", "81"),
    ];
    // From line to line and back: it is still there.
    await one.locator(QUEUE, { hasText: "Diesel til truck" }).click();
    expect(await one.getByLabel("Mængde").inputValue()).toBe("62,5");
    // To another screen and back, and through a page that is loaded again.
    await one.click("nav >> text=Overblik");
    await one.waitForSelector("h1:text-is('Udledning')");
    await goTo(one, "Gennemgang");
    await one.reload();
    await one.locator(QUEUE, { hasText: "Diesel til truck" }).click();
    expect(await one.getByLabel("Mængde").inputValue()).toBe("62,5");
    expect(await two.evaluate(TYPED)).toEqual([]);
    expect(await two.evaluate(CORRECT(changed))).toBe(200);
    await one.keyboard.press("Tab");
    await one.locator("button:has(kbd:text-is('1'))").click();
    await one.waitForSelector("text=Det blev ikke gemt.");
    await one.waitForSelector("text=/Linjen er ændret, siden du skrev. Det, du skrev, står her endnu/");
    expect(await one.getByLabel("Mængde").inputValue()).toBe("62,5");
    expect(await faultsOf(one)).toEqual([]);
    expect(await two.evaluate(RECATEGORIZE(taken))).toBe(200);
    await one.locator("button:has(kbd:text-is('1'))").click();
    await one.waitForSelector("text=/truck: afgjort/");
    expect(await one.evaluate(TYPED)).toEqual([taken]);
    const left = one.locator("[role=status]", { hasText: "Diesel til kran" });
    await left
      .locator("text=/venter ikke længere: en anden afgørelse har ændret den. Du havde skrevet: Mængde: 81/")
      .waitFor();
    expect(await faultsOf(one)).toEqual([]);
    // Taken back, the line comes with what was typed about it.
    await one.keyboard.press("u");
    await one.waitForSelector("text=Fortrudt.");
    await one.locator(QUEUE, { hasText: "Diesel til truck" }).click();
    expect(await one.getByLabel("Mængde").inputValue()).toBe("62,5");
    expect(await one.locator("text=Linjen er ændret, siden du skrev").count()).toBe(0);
    await left.getByRole("button", { name: "Fjern fra listen" }).click();
    await expect.poll(() => left.count()).toBe(0);
    await one.getByLabel("Mængde").fill("63");
    expect(await one.evaluate(TYPED)).toEqual([changed]);
    await one.click("header a[href='/app/mig']");
    await one.click("button:text-is('Log ud')");
    await one.waitForURL(/\/login/);
    expect(await one.evaluate(TYPED)).toEqual([]);
    await Promise.all([first.close(), second.close()]);
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
