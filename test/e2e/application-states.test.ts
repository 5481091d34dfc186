import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { faultsOf } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";
import { PASSWORD } from "../support/person.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const FAULTS = "main .fault";
const NOTES = "main .note";

/** Requests of a company's operations. */
const OPERATIONS = "**/app/api/companies/**";

/** Every operation of the company is refused, as the service words a refusal. */
async function refuse(page: Page, status: number, code: string, more: object = {}): Promise<void> {
  const problem = { status, code, title: code, detail: "As the service words it.", request_id: "req-1", ...more };
  await page.route(OPERATIONS, (route) =>
    route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify(problem) }),
  );
}

describe.skipIf(!isChromiumInstalled)(`screens that are refused (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterAsNew, enterNewCompany, homeOf } = demoInBrowser();

  test("what the plan does not have is told calmly, once, with the way to the plan", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    await refuse(page, 403, "subscription.feature_required");
    for (const screen of ["", "/udledninger", "/leverandoerer"]) {
      await page.goto(home + screen);
      await page.waitForSelector(`${NOTES}:has-text('Det er ikke med i virksomhedens abonnement.')`);
      expect(await page.locator(NOTES).count(), screen).toBe(1);
      expect(await page.locator(FAULTS).count(), screen).toBe(0);
      expect(await page.locator("main >> text=/Nummer til support|Prøv igen/").count(), screen).toBe(0);
    }
    expect(await faultsOf(page)).toEqual([]);
    await page.click(`${NOTES} >> text=Se abonnementet under Indstillinger`);
    await page.waitForSelector("h1:text-is('Indstillinger')");
    await page.waitForSelector(NOTES);
    expect(await page.locator(`${NOTES} a`).count()).toBe(0);
    await context.close();
  });

  test("who cannot change the plan is told whom to ask", async () => {
    const page = await enterAsNew("reader", WIDE);
    await refuse(page, 403, "subscription.feature_required");
    await page.goto(`${homeOf(page)}/udledninger`);
    await page.waitForSelector(`${NOTES}:has-text('Spørg en administrator.')`);
    expect(await page.locator(`${NOTES} a`).count()).toBe(0);
    await page.context().close();
  });

  test("a limit is a wait that passes by itself: told calmly, once to readers, without a number", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    await refuse(page, 429, "rate_limit.exceeded", { retry_after_seconds: 3 });
    await page.goto(`${home}/udledninger`);
    await page.waitForSelector(`${NOTES} >> text=/Der prøves igen om \\d sekunder?\\./`);
    expect(await page.locator(FAULTS).count()).toBe(0);
    expect(await page.textContent(`${NOTES} [role=status]`)).toBe(" Der kom mange forespørgsler på kort tid.");
    expect(await page.locator("main >> text=Nummer til support").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(OPERATIONS);
    await page.waitForSelector("tbody tr");
    expect(await page.locator(NOTES).count()).toBe(0);
    await context.close();
  });

  test("a fault of the whole overview is told once, and one try loads all of it", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    await refuse(page, 422, "request.validation_failed");
    await page.goto(home);
    await page.waitForSelector(FAULTS);
    await page.waitForLoadState("networkidle");
    await expect.poll(() => page.locator(FAULTS).count()).toBe(1);
    await page.unroute(OPERATIONS);
    await page.click("text=Prøv igen");
    await page.waitForSelector("h2:text-is('Udledning pr. måned')");
    await page.waitForSelector("h2:text-is('Sket for nylig')");
    await page.waitForSelector("main time");
    expect(await page.locator(FAULTS).count()).toBe(0);
    await context.close();
  });

  test("on the settings every fault stands under the heading of its section", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    await refuse(page, 422, "request.validation_failed");
    await page.goto(`${home}/indstillinger`);
    for (const heading of [
      "Virksomhedens egne numre",
      "Kilder til køb",
      "Regnskabsår",
      "Fjernvarme fordelt på måneder",
      "Datakilder",
      "Afdelinger",
    ]) {
      await page.waitForSelector(`section:has(h2:text-is('${heading}')) .fault`);
    }
    expect(await page.locator("main .stack > .fault:not(section *)").count()).toBe(0);
    expect(await page.textContent("main")).not.toMatch(/tenant rename|CVR-nummeret står/);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("a reader of the queue has lines to read, and nothing that asks for a decision", async () => {
    const [, page] = await enter(WIDE, { email: "reader@demo.example", password: PASSWORD });
    const home = homeOf(page);
    await page.goto(`${home}/gennemgang`);
    await page.waitForSelector("nav[aria-label='Linjer, der venter'] li");
    await page.waitForSelector("h3:text-is('Hvorfor den venter')");
    expect(await page.locator(NOTES).count()).toBe(1);
    expect(await page.textContent("main")).not.toMatch(/venter på dig|Vælg, hvad|Taster:|Brug taster/);
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${home}/bilag`);
    await page.waitForSelector("main li >> text=Venter på en afgørelse");
    expect(await page.locator("text=/Gå til gennemgang|Indlæs bilag/").count()).toBe(0);
    await page.context().close();
  });

  test("a company that never uploaded is told so, and led to the upload", async () => {
    const page = await enterNewCompany("Ny ApS", "premium", WIDE);
    const home = homeOf(page);
    for (const screen of ["/gennemgang", "/udledninger", "/leverandoerer"]) {
      await page.goto(home + screen);
      await page.waitForSelector("main >> text=Der er endnu ikke indlæst nogen bilag.");
      await page.waitForSelector("main a:text-is('Indlæs bilag')");
    }
    await page.goto(`${home}/udledninger?scope=1`);
    await page.waitForSelector("text=Ingen udledninger passer til valget.");
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  const UNSURE = {
    "/indlaes": "Det vides ikke, hvor mange bilag abonnementet har tilbage.",
    "/registrer": "Det er ikke sikkert, at noget kan bogføres lige nu.",
  };

  test.each(Object.entries(UNSURE))("%s says on arrival what would keep it from being sent", async (screen, unsure) => {
    const [context, page] = await enter(WIDE);
    const address = homeOf(page) + screen;
    await refuse(page, 422, "request.validation_failed");
    await page.goto(address);
    await page.waitForSelector(`${FAULTS}:has-text('${unsure}')`);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(OPERATIONS);
    await page.click(`${FAULTS} >> text=Prøv igen`);
    await expect.poll(() => page.locator(FAULTS).count()).toBe(0);
    await refuse(page, 429, "rate_limit.exceeded", { retry_after_seconds: 30 });
    await page.goto(address);
    await page.waitForSelector(`${NOTES}:has-text('${unsure}') >> text=/Der prøves igen om \\d+ sekunder\\./`);
    await page.unroute(OPERATIONS);
    await refuse(page, 403, "subscription.feature_required");
    await page.goto(address);
    await page.waitForSelector(`${NOTES} >> text=Se abonnementet under Indstillinger`);
    await page.unroute(OPERATIONS);
    await refuse(page, 401, "auth.missing_token");
    await page.goto(address);
    await page.waitForSelector(`${FAULTS} >> text=Du er ikke længere logget ind.`);
    expect(await page.locator(FAULTS).count()).toBe(1);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("nothing is chosen to be sent where it would be refused, and a used-up plan is told before", async () => {
    const [context, page] = await enter(WIDE);
    const address = `${homeOf(page)}/indlaes`;
    await page.goto(address);
    await page.waitForSelector("text=/af månedens [\\d.]+ bilag er brugt/");
    expect(await page.locator("main input[type=file]:enabled").count()).toBe(2);
    await page.route("**/quota", async (route) => {
      const answer = await route.fetch();
      const quota = (await answer.json()) as { limit: number };
      await route.fulfill({ response: answer, json: { ...quota, used: quota.limit, available: 0 } });
    });
    await page.goto(address);
    await page.waitForSelector(`${NOTES}:has-text('Abonnementets bilag er brugt op i denne periode.')`);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute("**/quota");
    await refuse(page, 401, "auth.missing_token");
    await page.goto(address);
    await page.waitForSelector(FAULTS);
    expect(await page.locator("main input[type=file]:enabled").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
