import { describe, expect, test } from "vitest";
import { faultsOf, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

describe.skipIf(!isChromiumInstalled)(
  `answers that there is nothing, in the application (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { complaints, enter, enterNewCompany, homeOf } = demoInBrowser();

    test("a category of which nothing is known is answered with a reason beside the total, and the answer is taken back", async () => {
      const [context, page] = await enter({ viewport: { width: 390, height: 844 } });
      await page.goto(`${homeOf(page)}?aar=2026`);
      const part = (name: string) => page.locator(`dl > div:has(dt:text-is("${name}"))`);
      const unknown = part("Ukendt");
      await unknown.locator("summary").click();
      const franchises = unknown.locator("li", { hasText: /^14\. / });
      await franchises.getByRole("button", { name: "Her er intet" }).click();
      await franchises.getByLabel("Hvorfor er der intet?").fill("Vi giver ingen franchise");
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await franchises.getByRole("button", { name: "Her er intet" }).click();
      const answered = part("Intet, ifølge svar");
      await answered.locator("summary", { hasText: "Scope 3, kategori 14" }).click();
      await expect.poll(() => unknown.locator("li", { hasText: /^14\. / }).count()).toBe(0);
      const answer = answered.locator("li", { hasText: "Scope 3, kategori 14: Vi giver ingen franchise" });
      await answer.getByText("Anna Holm").waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await answer.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await answer.getByLabel("Hvorfor gælder svaret ikke mere?").fill("En butik er kommet til");
      await answer.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await answered.waitFor({ state: "detached" });
      await unknown.locator("li", { hasText: /^14\. / }).waitFor();
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await context.close();
    });

    test("each financial year is answered about for itself: a first one of 18 months, and those from July", async () => {
      const page = await enterNewCompany("Juli ApS", "premium", { viewport: { width: 390, height: 844 } });
      const home = homeOf(page);
      await page.goto(`${home}/indlaes`);
      const rows = ["2025-03-17", "2025-09-17", "2026-09-17"].map(
        (day) => `${day};Lyreco A/S;19442794;Kopipapir;900,00;DKK`,
      );
      await page.setInputFiles("input[type=file] >> nth=0", {
        name: "papir.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(`Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta\n${rows.join("\n")}\n`),
      });
      await page.waitForSelector("text=Bogført", { timeout: 60_000 });
      expect(await page.evaluate(STATE_YEARS)).toBe(200);
      const part = (name: string) => page.locator(`dl > div:has(dt:text-is("${name}"))`);
      const [unknown, answered] = [part("Ukendt"), part("Intet, ifølge svar")];
      const FIRST = "regnskabsåret 1. jan. 2024 – 30. jun. 2025";
      const SECOND = "regnskabsåret 1. jul. 2025 – 30. jun. 2026";
      const answer = async (year: string, reason: string): Promise<void> => {
        const franchises = unknown.getByRole("list", { name: year }).locator("li", { hasText: /^14\. / });
        await franchises.getByRole("button", { name: "Her er intet" }).click();
        await franchises.getByLabel("Hvorfor er der intet?").fill(reason);
        await franchises.getByRole("button", { name: "Her er intet" }).click();
      };
      await page.goto(`${home}?aar=2025`);
      await unknown.locator("summary").click();
      await answer(FIRST, "Ingen franchise før 2026");
      // Half of the calendar year is answered: its total goes on not knowing it, and the answer stands with its own year.
      const told = unknown.locator("li", { hasText: `Scope 3, kategori 14, ${FIRST}: Ingen franchise før 2026` });
      await told.waitFor();
      expect(await answered.count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await answer(SECOND, "Stadig ingen");
      await answered.locator("summary", { hasText: "Scope 3, kategori 14" }).click();
      await expect.poll(() => answered.locator("li").count()).toBe(2);
      await page.goto(`${home}?aar=2026`);
      await unknown.locator("summary").click();
      const second = unknown.locator("li", { hasText: `Scope 3, kategori 14, ${SECOND}: Stadig ingen` });
      await second.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await second.getByLabel("Hvorfor gælder svaret ikke mere?").fill("En butik er kommet til");
      await second.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await second.waitFor({ state: "detached" });
      await unknown
        .getByRole("list", { name: SECOND })
        .locator("li", { hasText: /^14\. / })
        .waitFor();
      // The one that runs can be answered about as well.
      await unknown.getByRole("list", { name: "regnskabsåret 1. jul. 2026 – 30. jun. 2027" }).waitFor();
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  },
);

/** Evaluated in the page: the company began in 2024 with a year of 18 months, and has years from July since. */
const STATE_YEARS = `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const answer = await fetch("/app/api/companies/" + companies[0].id + "/financial-years", {
    method: "PUT",
    headers: { "content-type": "application/json", "x-carbon-csrf": csrf_token },
    body: JSON.stringify({ years: [{ from: "2024-01-01", to: "2025-06-30" }], is_first_of_all: true }),
  });
  return answer.status;
})()`;
