import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

/** Evaluated in the page: the name of the file that came last. */
const NEWEST_FILE = `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const files = await (await fetch("/app/api/companies/" + companies[0].id + "/upload-files?limit=1")).json();
  return files.items[0].name;
})()`;

const WIDE = { viewport: { width: 1280, height: 900 } };

describe.skipIf(!isChromiumInstalled)(
  `ledger, records, sources and palette in a browser (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { base, complaints, enter, homeOf } = demoInBrowser();

    test("emissions are searched and filtered, their sums follow, and the address leads back to them", async () => {
      const [context, page] = await enter(WIDE);
      await page.goto(`${homeOf(page)}/udledninger?aar=2026`);
      await page.waitForSelector("text=/af [\\d.]+ vist/");
      const said = async (): Promise<string> => (await page.textContent("main p[role=status]")) ?? "";
      const count = async (): Promise<number> =>
        Number(/af ([\d.]+) vist/.exec(await said())?.[1]?.replaceAll(".", "") ?? "-1");
      const all = await count();
      expect(all).toBeGreaterThan(20);
      await page.fill("input[type=search]", "fragt");
      await page.keyboard.press("Enter");
      const isNarrowed = async (): Promise<boolean> => {
        const shown = await count();
        return shown > 0 && shown < all;
      };
      await expect.poll(isNarrowed).toBe(true);
      const found = await count();
      await expect.poll(() => page.locator("tbody tr").count()).toBe(found);
      for (const row of await page.locator("tbody tr td:nth-child(2)").allTextContents()) {
        expect(row.toLowerCase()).toContain("fragt");
      }
      expect(await said()).toMatch(/ (t|kg) CO2e/);
      await page.selectOption("label:has-text('Metode') select", "spend_based");
      await expect.poll(() => page.url()).toContain("metode=spend_based");
      await page.reload();
      await page.waitForSelector("text=/af [\\d.]+ vist/");
      expect(await page.inputValue("input[type=search]")).toBe("fragt");
      await expect.poll(isNarrowed).toBe(true);
      expect(await count()).toBeLessThanOrEqual(found);
      await page.click("button:text-is('Ryd filtre')");
      await expect.poll(count).toBe(all);
      await page.locator("tbody button[title^='Kun ']").first().click();
      await expect.poll(() => page.url()).toContain("leverandoer=");
      await expect.poll(isNarrowed).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      const chosenOf = (label: string) =>
        page
          .locator("label")
          .filter({ hasText: new RegExp(`^${label}`) })
          .locator("select");
      const [chosen = ""] = await page.locator("tbody button[title^='Kun ']").allTextContents();
      expect(await chosenOf("Leverandør").inputValue()).toBe(chosen);
      await chosenOf("Leverandør").selectOption("");
      await expect.poll(count).toBe(all);
      await chosenOf("Afdeling").selectOption({ index: 1 });
      await expect.poll(() => page.url()).toContain("afdeling=");
      await expect.poll(isNarrowed).toBe(true);
      await page.reload();
      await page.waitForSelector("text=/af [\\d.]+ vist/");
      expect(await chosenOf("Afdeling").inputValue()).toMatch(/^[0-9a-f-]{36}$/);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=findes%20slet%20ikke`);
      await page.waitForSelector("text=Ingen udledninger passer til valget.");
      await context.close();
    });

    test("kilometres are looked at, booked with evidence, and found again in the ledger", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Registrér");
      await page.fill("input[name=description]", "Sælgernes kørsel, oktober");
      await page.fill("input[name=quantity]", "mange");
      await page.fill("input[name=from]", "2026-10-01");
      await page.fill("input[name=to]", "2026-10-31");
      await page.fill("input[name=reason]", "Kørebog fra lønsystemet");
      await page.click("button:text-is('Se, hvad det tæller')");
      await page.waitForSelector("text=Skriv tallene som 1.240,5.");
      await page.fill("input[name=quantity]", "1.240,5");
      await page.click("button:text-is('Se, hvad det tæller')");
      await page.waitForSelector("text=/Vil tælle [\\d.,]+ kg CO2e/");
      await page.waitForSelector("text=Der er ingen dokumentation");
      expect(await faultsOf(page)).toEqual([]);
      const buffer = Buffer.from("dato;km\n2026-10-03;1240,5\n");
      const evidence = page.getByRole("group", { name: "Dokumentation" });
      const input = evidence.locator("input[type=file]").first();
      const folder = mkdtempSync(join(tmpdir(), "carbon-ledger-"));
      // A file of that size, as the disk has it: nothing is written of it.
      const large = join(folder, "stor.csv");
      writeFileSync(large, "");
      truncateSync(large, 26 * 1024 * 1024);
      // What the service would refuse is told before it is sent, and takes nothing away that is there.
      await input.setInputFiles({ name: "koerebog.csv", mimeType: "text/csv", buffer });
      await input.setInputFiles({ name: "tom.csv", mimeType: "text/csv", buffer: Buffer.alloc(0) });
      await evidence.getByText("Filerne blev ikke sendt. tom.csv er tom.").waitFor();
      await input.setInputFiles(large);
      await evidence.getByText("Filerne blev ikke sendt. stor.csv fylder mere end 25 MB, som er det meste.").waitFor();
      rmSync(folder, { recursive: true });
      await evidence.locator("li", { hasText: "koerebog.csv" }).waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await page.click("section[aria-labelledby=record-title] button:text-is('Bogfør')");
      await page.waitForSelector("text=/Bogført: [\\d.,]+ kg CO2e/");
      expect(await page.locator("text=Der er ingen dokumentation").count()).toBe(0);
      await page.click("text=Se, hvordan tallet er blevet til");
      await page.waitForSelector("dialog[open] >> text=Kørebog fra lønsystemet");
      expect(await page.textContent("dialog[open]")).toContain("1240,5 km");
      await context.close();
    });

    test("what lies in a closed year is said to wait for it, before it is booked and after", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Registrér");
      const kilometres = { description: "Sælgernes kørsel, sidste år", quantity: "100", reason: "Kørebog" };
      for (const [name, value] of Object.entries(kilometres)) await page.fill(`input[name=${name}]`, value);
      await page.fill("input[name=from]", "2025-10-01");
      await page.fill("input[name=to]", "2025-10-31");
      const WAITS = "text=/Heraf venter [\\d.,]+ kg: regnskabsåret, der sluttede .*2025, er lukket/";
      await page.click("button:text-is('Se, hvad det tæller')");
      await page.waitForSelector(WAITS);
      await page.click("section[aria-labelledby=record-title] button:text-is('Bogfør')");
      await page.waitForSelector("text=/Bogført: [\\d.,]+ kg CO2e/");
      await page.waitForSelector(WAITS);
      expect(await page.locator("text=Se, hvordan tallet er blevet til").count()).toBe(0);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await context.close();
    });

    test("answers of a survey are scaled up, with the calculation shown", async () => {
      const [context, page] = await enter(WIDE);
      await page.goto(`${homeOf(page)}/registrer?emne=commuting_survey`);
      const answers = {
        description: "Pendling 2026, bil",
        employees: "60",
        answers: "40",
        answers_of_row: "10",
        days_per_week: "4,5",
        weeks: "40",
        distance_km: "12",
        from: "2026-01-01",
        to: "2026-10-31",
        reason: "Spørgeskema; oktober",
      };
      for (const [name, value] of Object.entries(answers)) await page.fill(`input[name=${name}]`, value);
      await page.click("button:text-is('Se, hvad det tæller')");
      await page.waitForSelector("text=/66,7 % har svaret/");
      await page.waitForSelector("text=/64800 km/");
      await page.fill("input[name=answers_of_row]", "41");
      await page.click("section[aria-labelledby=record-title] button:text-is('Bogfør')");
      await page.waitForSelector("text=/1 med fejl/");
      await page.fill("input[name=answers_of_row]", "10");
      await page.click("section[aria-labelledby=record-title] button:text-is('Bogfør')");
      await page.waitForSelector("text=/Bogført: [\\d.,]+ t CO2e/");
      await context.close();
    });

    test("a template is downloaded, filled in, looked at and booked once", async () => {
      const [context, page] = await enter(WIDE);
      await page.evaluate(CHANGE_LANGUAGE("en"));
      await page.goto(`${homeOf(page)}/registrer?emne=refrigerants`);
      const href = await page.locator("a:text-is('Download template (CSV)')").getAttribute("href");
      const template = (await (await context.request.get(base() + href)).text()).replace("\ufeff", "");
      expect(template).toContain("Kølemiddel / Refrigerant");
      const cells = ["Kølerum", "R410A", "1,5", "01-09-2026", "30-09-2026", "Servicerapport", "", ""];
      const columns = template.trim().split(";").length;
      const row = [...cells, ...Array.from({ length: columns - cells.length }, () => "")].join(";");
      const buffer = Buffer.from(`${template}${row}\r\n`);
      const choose = async () =>
        await page.setInputFiles("input[name=table]", { name: "gas.csv", mimeType: "text/csv", buffer });
      const table = page.locator("section[aria-labelledby=table-title]");
      const other = { name: "gas.pdf", mimeType: "application/pdf", buffer };
      await page.setInputFiles("input[name=table]", other);
      await table.getByText("The file cannot be used. gas.pdf is not a file that ends in .csv.").waitFor();
      await table.getByText("No file is chosen.").waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await choose();
      await table.getByText("gas.csv").waitFor();
      expect(await table.locator("[role=alert]").count()).toBe(0);
      await table.locator("button:text-is('See what it counts')").click();
      await table.locator("text=/Would count [\\d.,]+ t CO2e/").waitFor();
      await table.locator("button:text-is('Book the rows')").click();
      await table.locator("text=/Booked: [\\d.,]+ t CO2e/").waitFor();
      await choose();
      await table.locator("button:text-is('See what it counts')").click();
      await table.locator("text=1 recorded before").waitFor();
      expect(await table.locator("button:text-is('Book the rows')").count()).toBe(0);
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    });

    test.each([
      { name: "390 px, dark, Danish", language: "da", colorScheme: "dark" },
      { name: "390 px, light, English", language: "en", colorScheme: "light" },
    ] as const)("$name: every subject is accessible and fits", async ({ language, colorScheme }) => {
      const [context, page] = await enter({ viewport: { width: 390, height: 844 }, colorScheme });
      await page.evaluate(CHANGE_LANGUAGE(language));
      const home = homeOf(page);
      for (const subject of ["mileage", "commuting_survey", "homeworking", "refrigerants", "own_generation", "free"]) {
        await page.goto(`${home}/registrer?emne=${subject}`);
        await page.waitForSelector("input[name=description]");
        expect([subject, await faultsOf(page)]).toEqual([subject, []]);
        expect([subject, await page.evaluate(SHOWN)]).toEqual([subject, { language, overflow: 0, small: 0 }]);
      }
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    });

    test("a data source is connected, says why it does not work, and is removed", async () => {
      const [context, page] = await enter(WIDE);
      await goTo(page, "Indstillinger");
      await page.click("summary:text-is('Forbind en kilde')");
      const card = page.locator("section[aria-labelledby=sources-title]");
      await card.getByLabel("Art").selectOption("folder");
      await card.getByLabel("Navn").fill("Skannerens mappe");
      await card.locator("button:text-is('Forbind')").click();
      const source = card.locator("li", { hasText: "Skannerens mappe" });
      await source.locator("span:text-is('Mappe')").waitFor();
      expect(await faultsOf(page)).toEqual([]);
      // The installation of the test offers no folders.
      await source.getByRole("button", { name: "Afprøv" }).click();
      await card.locator("[role=status]", { hasText: "installationen tillader det ikke" }).waitFor();
      await source.getByRole("button", { name: "Hent nu" }).click();
      await card.locator("[role=status]", { hasText: "Hentningen er sat i gang." }).waitFor();
      await source.getByRole("button", { name: "Fjern" }).click();
      await source.locator("text=Fjern kilden?").waitFor();
      await source.getByRole("button", { name: "Fjern" }).click();
      await expect.poll(() => source.count()).toBe(0);
      await context.close();
    });

    test("the palette leads by letters alone to a screen, a supplier's emissions, a document and a search", async () => {
      const [context, page] = await enter(WIDE);
      const meant = async (): Promise<string> => (await page.textContent("[role=option][aria-selected=true]")) ?? "";
      const type = async (letters: string): Promise<void> => {
        await page.keyboard.press("Control+k");
        await page.waitForSelector("dialog[open] [role=combobox]:focus");
        await page.keyboard.type(letters);
      };
      await type("udle");
      await expect.poll(meant).toContain("Udledninger");
      expect(await faultsOf(page)).toEqual([]);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/udledninger$/);
      await type("fragt");
      await page.waitForSelector("[role=option] >> text=leverandørens udledninger");
      while (!(await meant()).includes("leverandørens udledninger")) await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=[^&]*[Ff]ragt/);
      await type("transport hamburg");
      await expect.poll(meant).toContain("Søg efter »transport hamburg«");
      await page.keyboard.press("Enter");
      await page.waitForURL(/q=transport/);
      await type("e");
      // One letter asks for nothing and shows screens only.
      const kinds = async () => await page.locator("[role=option] > span:last-child").allTextContents();
      await expect.poll(async () => [...new Set(await kinds())]).toEqual(["skærm"]);
      await page.keyboard.press("Escape");
      await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
      const name = (await page.evaluate(NEWEST_FILE)) as string;
      await type(name);
      await page.waitForSelector("[role=option] >> text=bilag");
      await expect.poll(meant).toContain(name);
      await page.keyboard.press("Enter");
      await page.waitForSelector("li[aria-current=true]");
      expect(await page.textContent("li[aria-current=true]")).toContain(name);
      await context.close();
    });

    test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
      expect(complaints).toEqual([]);
    });
  },
);
