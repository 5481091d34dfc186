import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

/** Three months from the first of this one; the last of them is to come, whatever the day is. */
const NOW = new Date();
const day = (months: number, of: number): string =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() + months, of)).toISOString().slice(0, 10);
const LAST = day(3, 0);
const INSURANCE = {
  name: "forsikring.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(
    "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta;Category;Periode fra;Periode til\n" +
      `${day(0, 1)};Havnens Forsikring A/S;Police 4711;9000,00;DKK;purchases.services.insurance;${day(0, 1)};${LAST}\n`,
  ),
};

describe.skipIf(!isChromiumInstalled)(`what is paid ahead in the application (needs: ${CHROMIUM_INSTALL})`, () => {
  const { enter, homeOf } = demoInBrowser();

  test.each([
    { width: 1280, height: 900, language: "da", ahead: "ikke nået endnu" },
    { width: 390, height: 844, language: "en", ahead: "still to come" },
  ] as const)(
    "$width px, $language: a month to come says so in the list and beside its figure",
    async ({ language, ahead, ...viewport }) => {
      const [context, page] = await enter({ viewport });
      if (language === "da") {
        await goTo(page, "Indlæs");
        await page.setInputFiles("input[type=file] >> nth=0", INSURANCE);
        await page.waitForSelector(`article li:has-text("${INSURANCE.name}") >> text=/bogført/i`, { timeout: 60_000 });
      }
      await page.evaluate(CHANGE_LANGUAGE(language));
      await page.goto(`${homeOf(page)}/udledninger?aar=${LAST.slice(0, 4)}&q=4711`);
      const rows = page.locator("tbody tr", { hasText: "Police 4711" });
      await rows.first().waitFor();
      // The newest is the first; a month that is over is not marked.
      const told = await rows.locator("td:first-child").allTextContents();
      expect(told[0]).toContain(ahead);
      expect(await page.evaluate(SHOWN)).toEqual({ language, overflow: 0, small: 0 });
      await rows.first().locator("button").first().click();
      await page.locator("dialog[open]", { hasText: `(${ahead})` }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    },
  );
});
