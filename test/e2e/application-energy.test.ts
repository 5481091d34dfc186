import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

/** Evaluated in the page: both methods of scope 2 in 2026, kg. */
const SCOPE_2 = `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const address = "/app/api/companies/" + companies[0].id + "/emissions/summary?from=2026-01-01&to=2026-12-31";
  const { location_based_kg, market_based_kg } = (await (await fetch(address)).json()).scope2;
  return { location_based_kg, market_based_kg };
})()`;

interface Scope2 {
  readonly location_based_kg: number;
  readonly market_based_kg: number;
}

const WIDE = { viewport: { width: 1280, height: 900 } };

describe.skipIf(!isChromiumInstalled)(`energy contracts in a browser (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, homeOf } = demoInBrowser();

  test("certificates are registered, refused twice, cancelled with evidence and corrected", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Elaftaler");
    await page.click("summary:text-is('Registrér en aftale eller certifikater')");
    const form = page.locator("details.card > form");
    const register = form.locator("button:text-is('Registrér')");
    const given = {
      name: "Vindpark Nord",
      mwh: "meget",
      rate: "0",
      from: "2026-01-01",
      to: "2026-12-31",
      registry: "DK",
      numbers: "1001-1020",
      note: "Aftale af 3. januar",
    };
    for (const [name, value] of Object.entries(given)) await form.locator(`input[name=${name}]`).fill(value);
    await register.click();
    await form.locator("text=Skriv tallene som 1.240,5.").waitFor();
    await form.locator("input[name=mwh]").fill("20");
    expect(await faultsOf(page)).toEqual([]);
    await register.click();
    await page.waitForSelector("text=/Vindpark Nord er registreret/");
    const one = page.locator("li.card", { hasText: "Vindpark Nord" });
    await one.locator("span:text-is('fordeles ikke')").waitFor();

    for (const [name, value] of Object.entries({ ...given, name: "Samme igen", mwh: "20" })) {
      await form.locator(`input[name=${name}]`).fill(value);
    }
    await register.click();
    await form.locator("text=Numrene er allerede registreret.").waitFor();

    await one.locator("summary", { hasText: "Angiv annullering" }).click();
    const cancel = one.locator("details", { has: page.locator("input[name=cancelled_on]") }).first();
    await cancel.locator("input[name=cancelled_on]").fill("2026-11-02");
    await cancel.locator("input[name=beneficiary]").fill("Nordhavn Møbler ApS");
    await cancel.locator("input[name=reason]").fill("Bevis modtaget");
    const buffer = Buffer.from("%PDF-1.4 bevis");
    await cancel
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "bevis.txt", mimeType: "text/plain", buffer });
    await cancel.locator("li", { hasText: "bevis.txt" }).waitFor();
    await cancel.locator("button:text-is('Angiv annullering')").click();
    await one.locator("span:text-is('kan fordeles')").waitFor();
    await one.locator("text=bevis.txt").first().waitFor();
    await context.close();
  });

  test("an allocation is looked at, adjusted, applied and told; location stays what it is", async () => {
    const [context, page] = await enter(WIDE);
    const before = (await page.evaluate(SCOPE_2)) as Scope2;
    await goTo(page, "Elaftaler");
    await page.click("button:text-is('Fordeling')");
    await page.getByLabel("År", { exact: true }).fill("2026");
    await page.click("button:text-is('Se forslaget')");
    await page.waitForSelector("text=/Markedsbaseret går fra/");
    await page.waitForSelector("text=/der er ikke valgt noget restmix/");
    expect(await faultsOf(page)).toEqual([]);
    const mix = page.getByLabel("Restmix til den strøm, som ingen aftale dækker");
    await mix.selectOption("aib");
    await page.waitForSelector("text=Valget er gemt. Tidligere tal ændres først ved en fordeling.");
    await mix.selectOption("none");
    const cell = page.getByLabel(/Vindpark Nord, 2026-02, kWh/);
    await cell.fill("100,5");
    await page.waitForSelector("text=Tallene er ændret: se, hvad de giver, før de anvendes.");
    await page.click("button:text-is('Se, hvad det ændrer')");
    await page.waitForSelector("text=/Markedsbaseret går fra/");
    expect(await cell.inputValue()).toBe("100,5");
    await page.click("button:text-is('Anvend fordelingen')");
    await page.waitForSelector("text=Fordelingen er anvendt.");
    await page.waitForSelector("text=/Vindpark Nord: [\\d.]+ kWh/");
    const after = (await page.evaluate(SCOPE_2)) as Scope2;
    expect(after.location_based_kg).toBe(before.location_based_kg);
    expect(after.market_based_kg).toBeLessThan(before.market_based_kg);
    await page.waitForSelector("text=/2026: .* hviler på restmix eller nettets gennemsnit/");
    await context.close();
  });

  test.each([
    { name: "390 px, dark, Danish", language: "da", colorScheme: "dark" },
    { name: "390 px, light, English", language: "en", colorScheme: "light" },
  ] as const)("$name: register and allocation are accessible and fit", async ({ language, colorScheme }) => {
    const [context, page] = await enter({ viewport: { width: 390, height: 844 }, colorScheme });
    await page.evaluate(CHANGE_LANGUAGE(language));
    await page.goto(`${homeOf(page)}/elaftaler`);
    await page.waitForSelector("li.card");
    await page.locator("details.card > summary").click();
    const check = async (view: string): Promise<void> => {
      expect([view, await faultsOf(page)]).toEqual([view, []]);
      expect([view, await page.evaluate(SHOWN)]).toEqual([view, { language, overflow: 0, small: 0 }]);
    };
    await check("register");
    await page.goto(`${homeOf(page)}/elaftaler?vis=fordeling`);
    await page.fill("input[type=number]", "2026");
    await page.click("form button[type=submit]");
    await page.waitForSelector("table");
    await check("allocation");
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("the browser complained about nothing", () => {
    expect(complaints).toEqual([]);
  });
});
