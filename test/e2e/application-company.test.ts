import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";
import { ubl } from "../support/ubl.ts";

/** Evaluated in the page: what the service has as the company's answer. */
const ANSWERED = (datapoint: string): string => `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const address = "/app/api/companies/" + companies[0].id + "/report-inputs/2025/${datapoint}";
  return (await (await fetch(address)).json()).answers.map(({ member, status, value, note }) => ({ member, status, value, note }));
})()`;

const WIDE = { viewport: { width: 1280, height: 900 } };

describe.skipIf(!isChromiumInstalled)(
  `the report's questions and settings in a browser (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { complaints, enter, homeOf } = demoInBrowser();
    const questionsOf = (page: Page, section: string): string => {
      const home = homeOf(page);
      return `${home}/rapporter/spoergsmaal?aar=2025&standard=vsme_comprehensive&afsnit=${section}`;
    };

    test("a figure is answered, refused where it cannot be read, omitted with a reason and taken back", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Rapporter");
      await page.click("text=Besvar rapportens spørgsmål");
      await page.waitForSelector("h1:text-is('Rapportens spørgsmål')");
      expect(page.url()).toContain("standard=vsme_basic");
      const turnover = page.locator("#Turnover");
      await turnover.getByLabel("Værdi").fill("14.9 mio.");
      await turnover.locator("button:text-is('Gem svaret')").click();
      await turnover.locator("[role=alert]:has-text('Skriv tallene som 1.240,5.')").waitFor();
      await turnover.getByLabel("Værdi").fill("14.900.000,5");
      await turnover.locator("button:text-is('Gem svaret')").click();
      await turnover.locator("text=/Besvaret · Anna/").waitFor();
      const given = { member: null, status: "reported", value: 14_900_000.5, note: null };
      expect(await page.evaluate(ANSWERED("Turnover"))).toEqual([given]);
      expect(await turnover.getByLabel("Værdi").inputValue()).toBe("14900000,5");

      await turnover.locator("button:text-is('Kan ikke besvares …')").click();
      await turnover.locator("button:text-is('Gem svaret')").click();
      // Why it is omitted has to be said.
      await turnover.locator("[role=alert]:has-text('Svaret blev ikke gemt.')").waitFor();
      await turnover.getByLabel("Hvorfor").fill("Årsregnskabet er ikke revideret");
      await turnover.locator("button:text-is('Gem svaret')").click();
      await turnover.locator("text=/Udeladt · Anna/").waitFor();
      const omitted = { member: null, status: "omitted", value: null, note: "Årsregnskabet er ikke revideret" };
      expect(await page.evaluate(ANSWERED("Turnover"))).toEqual([omitted]);
      await turnover.locator("button:text-is('Tag svaret tilbage')").click();
      await turnover.locator("text=Ikke besvaret").waitFor();
      await page.locator("li button:has-text('B1: Omsætning')").waitFor();
      await context.close();
    });

    test("what is asked per kind of waste is answered for another one", async () => {
      const [context, page] = await enter(WIDE);
      await page.goto(questionsOf(page, "B7"));
      const mass = page.locator("li:has(> h3:has-text('(masse)'))").first();
      await mass.locator("summary").click();
      const member = mass.getByLabel("For", { exact: true });
      await member.waitFor();
      const glass = (await member.locator("option:has-text('20 01 02')").first().getAttribute("value")) ?? "";
      expect(glass).not.toBe("");
      await member.selectOption(glass);
      await mass.locator("details").getByLabel("Værdi").fill("250");
      await mass.locator("details button:text-is('Gem svaret')").click();
      const id = (await mass.getAttribute("id")) ?? "";
      const answers = async () => await page.evaluate(ANSWERED(id));
      await expect.poll(answers).toContainEqual({ member: glass, status: "reported", value: 250, note: null });
      await context.close();
    });

    test("of two people who answer at once one is told, and what was typed stays", async () => {
      const [context, page] = await enter(WIDE);
      const other = await context.newPage();
      for (const one of [page, other]) {
        await one.goto(questionsOf(page, "B8"));
        await one.waitForSelector("#NumberOfMaleEmployees input");
      }
      const fill = async (one: Page, count: string): Promise<void> => {
        await one.fill("#NumberOfMaleEmployees input", count);
        await one.click("#NumberOfMaleEmployees button:text-is('Gem svaret')");
      };
      await fill(page, "11");
      await page.waitForSelector("#NumberOfMaleEmployees >> text=/Besvaret · Anna/");
      await fill(other, "12");
      await other.waitForSelector("#NumberOfMaleEmployees [role=alert]:has-text('Svaret blev ikke gemt.')");
      expect(await other.inputValue("#NumberOfMaleEmployees input")).toBe("12");
      expect(await page.evaluate(ANSWERED("NumberOfMaleEmployees"))).toMatchObject([{ value: 11 }]);
      await context.close();
    });

    test("electricity of a seller abroad is asked where it was used, and the answer counts it there", async () => {
      const [context, page] = await enter(WIDE);
      const supplier = { name: "Stadtwerke Beispiel GmbH", cvr: "", vat: "DE123456788", country: "DE" };
      const lines = [{ text: "Strom Beispielstadt", quantity: "1000", unit: "KWH", amount: "1500.00" }];
      const invoice = { number: "STROM-1", date: "2026-09-30", supplier, currency: "EUR", lines };
      await goTo(page, "Indlæs");
      const file = { name: "strom.xml", mimeType: "application/xml", buffer: Buffer.from(ubl(invoice)) };
      await page.setInputFiles("input[type=file]", file);
      await page.waitForSelector("text=/strom.xml/");
      await goTo(page, "Gennemgang");
      const line = page.locator("button, a, li").filter({ hasText: "Strom Beispielstadt" }).first();
      await expect.poll(async () => await line.count()).toBeGreaterThan(0);
      await line.click();
      await page.waitForSelector("h3:text-is('Hvor er strømmen brugt?')");
      expect(await faultsOf(page)).toEqual([]);
      const germany = page.locator("button", { hasText: "Brugt i Tyskland" });
      expect(await germany.textContent()).toMatch(/\d kg|\d t/);
      await page.locator("button", { hasText: "Brugt i Danmark" }).waitFor();
      // The line leaves the screen before the service has answered.
      await Promise.all([page.waitForResponse(/\/recategorize$/), germany.click()]);
      await page.waitForSelector("text=Strom Beispielstadt: afgjort.");
      await page.goto(questionsOf(page, "B1").replace(/rapporter.*/, "udledninger?aar=2026&q=Strom"));
      await page.locator("tbody tr", { hasText: "Strom Beispielstadt" }).first().waitFor();
      await goTo(page, "Bilag");
      const listed = page.locator("main li", { hasText: "strom.xml" });
      await listed.waitFor();
      const head = /Stadtwerke Beispiel GmbH strom\.xml 30\. sep\. 2026 STROM-1 [\d.,]+ EUR/;
      expect(await listed.locator("bdi").textContent()).toMatch(head);
      await context.close();
    });

    test("a department is created, renamed, closed with a reason and opened again", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Indstillinger");
      const card = page.locator("section[aria-labelledby=departments-title]");
      await card.getByLabel("Navn").fill("Værksted Nord");
      await card.getByLabel("Kode, fx omkostningssted").fill("VN-7");
      await card.locator("button:text-is('Opret')").click();
      const row = card.locator("li", { hasText: "VN-7" });
      await row.locator("strong:text-is('Værksted Nord')").waitFor();
      expect(await card.locator("> form").getByLabel("Navn").inputValue()).toBe("");
      await row.getByRole("button", { name: "Ret" }).click();
      await row.getByLabel("Navn").fill("Værksted Syd");
      await row.getByLabel("Begrundelse").fill("Flyttet");
      await row.locator("button:text-is('Gem')").click();
      await row.locator("strong:text-is('Værksted Syd')").waitFor();
      await row.getByRole("button", { name: "Luk" }).click();
      await row.getByLabel("Begrundelse").fill("Lukket ved årsskiftet");
      await row.locator("form >> button:text-is('Luk')").click();
      await row.locator("text=/lukket \\d/").waitFor();
      await row.getByRole("button", { name: "Åbn igen" }).click();
      await row.getByLabel("Begrundelse").fill("Fejl");
      await row.locator("form >> button:text-is('Åbn igen')").click();
      await row.getByRole("button", { name: "Luk" }).waitFor();
      expect(await row.textContent()).not.toContain("lukket");
      await context.close();
    });

    test("a rule needs a condition, is shown as it is tried, and removed; the plan tells its quota", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Indstillinger");
      const card = page.locator("section[aria-labelledby=rules-title]");
      const rules = card.locator("> ul > li");
      await card.getByLabel("Konto").waitFor();
      // The demo company has one.
      await rules.first().waitFor();
      const before = await rules.count();
      await card.locator("button:text-is('Tilføj regel')").click();
      await card.locator("[role=alert]").waitFor();
      await card.getByLabel("Konto").fill("3480");
      await card.locator("button:text-is('Vælg kategori')").click();
      await page.keyboard.type("kantine");
      await page.keyboard.press("Enter");
      await card.locator("button:text-is('Tilføj regel')").click();
      const rule = rules.filter({ hasText: "Konto: 3480" });
      await rule.locator("strong", { hasText: "Kantine" }).waitFor();
      expect(await rules.count()).toBe(before + 1);
      expect(await rules.last().textContent()).toContain("Anna");
      await page.waitForSelector("text=/\\d+ af 100\\.000 bilag brugt/");
      expect(await faultsOf(page)).toEqual([]);
      await rule.getByRole("button", { name: "Fjern" }).click();
      await expect.poll(() => rules.count()).toBe(before);
      await context.close();
    });

    test.each([
      { name: "390 px, dark, Danish", language: "da", colorScheme: "dark", width: 390 },
      { name: "390 px, light, English", language: "en", colorScheme: "light", width: 390 },
      { name: "1280 px, light, English", language: "en", colorScheme: "light", width: 1280 },
    ] as const)("$name: disclosures are accessible and fit", async ({ language, colorScheme, width }) => {
      const [context, page] = await enter({ viewport: { width, height: 844 }, colorScheme });
      await page.evaluate(CHANGE_LANGUAGE(language));
      for (const section of ["B1", "B7", "C2"]) {
        await page.goto(questionsOf(page, section));
        await page.waitForSelector("li h3");
        await expect.poll(() => page.locator("main >> text=/^(Henter|Loading)/").count()).toBe(0);
        expect([section, await faultsOf(page)]).toEqual([section, []]);
        expect([section, await page.evaluate(SHOWN)]).toEqual([section, { language, overflow: 0, small: 0 }]);
      }
      await goTo(page, "/^(Indstillinger|Settings)$/");
      await page.waitForSelector("text=/100[.,]000 (bilag brugt|documents used)/");
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toEqual({ language, overflow: 0, small: 0 });
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    });

    test("the browser complained about nothing", () => {
      expect(complaints).toEqual([]);
    });
  },
);
