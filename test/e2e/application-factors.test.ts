import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

/** A line whose category has four factors that differ in the treatment, one of them the usual. */
const WOOD =
  "Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta;Mængde;Enhed;Kategori\n" +
  "15-03-2026;Nordvej ApS;39170418;Træ afhentet på pladsen;1000,00;DKK;3;t;waste.operations.wood\n";

/** What the company found out itself of wood that is collected. */
const OWN_WOOD = {
  category_id: "waste.operations.wood",
  name: "Træ til Nordvejs spånplader",
  kg_co2e_per_unit: 20,
  unit: "t",
  year: 2026,
  valid_from: "2026-01-01",
  valid_to: "2026-12-31",
  is_automatic: false,
  source: "Nordvejs opgørelse for 2026, side 2",
  method: "supplier_specific",
  note: "Det bliver til spånplader",
};

/** Emissions that somebody told the company. */
const STATED = {
  category_id: "finance.investments.equity",
  description: "Ejerandel i Havnegade ApS",
  emissions: {
    kg_co2e: 1200,
    source: "Havnegade ApS, klimaregnskab 2025, side 4",
    year: 2025,
    method: "supplier_specific",
  },
  transaction_date: "2026-03-31",
  reason: "Vores andel",
};

describe.skipIf(!isChromiumInstalled)(`factors and where they come from (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterAsNew, homeOf } = demoInBrowser();

  test("another factor is looked at by keys, used with a reason, and taken back", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", {
      name: "affald.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(WOOD),
    });
    await page.waitForSelector("text=Bogført", { timeout: 60_000 });
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=pladsen`);
    await page.click("tbody button:has-text('Træ afhentet')");
    const drawer = page.locator("dialog[open]");
    await drawer.locator("summary:text-is('Andre faktorer')").focus();
    await page.keyboard.press("Enter");
    const rows = drawer.locator("fieldset label");
    await expect.poll(() => rows.count()).toBe(4);
    expect(await rows.first().textContent()).toContain("14,1 kg CO2e · tæller linjen nu");
    expect(await rows.nth(2).textContent()).toContain("26,9 kg CO2e");
    expect(await rows.nth(2).textContent()).toContain("Den handler om en anden behandling af affaldet end linjen.");
    expect(await faultsOf(page)).toEqual([]);
    await rows.first().locator("input").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await drawer.getByLabel("Hvorfor denne faktor?").fill("Vognmanden komposterer det");
    await page.keyboard.press("Enter");
    await drawer.locator("text=/Det ændrer \\+12,9 kg CO2e/").waitFor();
    await drawer.locator("text=/2026: linjen går fra 14,1 kg til 26,9 kg/").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await drawer.locator("button:text-is('Brug faktoren')").click();
    await drawer.locator("text=Faktoren er skiftet.").waitFor();
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("26,9");
    await drawer.locator("text=Tallet er erstattet af et nyere.").waitFor();
    // One way back, beside the newest change.
    expect(await drawer.locator("button:text-is('Fortryd')").count()).toBe(1);
    await drawer.locator("button:text-is('Fortryd')").click();
    await drawer.locator("text=Ændringen er fortrudt.").waitFor();
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("14,1");
    await context.close();
  });

  test("a factor that a person chose is given back to the rules from the newer figure, in English on a telephone", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=pladsen`);
    await page.click("tbody button:has-text('Træ afhentet')");
    const drawer = page.locator("dialog[open]");
    const use = async (which: string, reason: string): Promise<void> => {
      await drawer.locator("summary:text-is('Other factors')").click();
      await drawer.locator("fieldset label", { hasText: which }).click();
      await drawer.getByLabel("Why this factor?").fill(reason);
      await drawer.locator("button:text-is('See what it changes')").click();
      await drawer.locator("button:text-is('Use the factor')").click();
      await drawer.locator("text=The factor was changed.").waitFor();
    };
    await use("landfill", "Landfilled, says the collector");
    await drawer.locator("text=See the newer one").click();
    await drawer.locator("text=2.8 t CO2e").first().waitFor();
    await use("The usual choice", "It was a mistake");
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("14.1");
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("emissions that were told to the company lead to no dead link and offer no other factor", async () => {
    const [context, page] = await enter(WIDE);
    const entry = await page.evaluate(`(async () => {
      const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
      const answer = await fetch("/app/api/companies/" + companies[0].id + "/activities", {
        method: "POST",
        headers: { "content-type": "application/json", "x-carbon-csrf": csrf_token },
        body: JSON.stringify(${JSON.stringify(STATED)}),
      });
      return (await answer.json()).entries[0].id;
    })()`);
    await page.goto(`${homeOf(page)}/udledninger?post=${String(entry)}`);
    const drawer = page.locator("dialog[open]");
    await drawer.locator("text=Regnestykke").waitFor();
    expect(await drawer.locator("a[href^='urn:']").count()).toBe(0);
    expect(await drawer.textContent()).not.toContain("urn:uuid:");
    expect(await drawer.textContent()).toContain("Oplyst til virksomheden");
    expect(await drawer.locator("summary:text-is('Andre faktorer')").count()).toBe(0);
    await context.close();
  });

  const stateFactor = async (page: Page, name: string, unit: string): Promise<void> => {
    const form = page.locator("main details form");
    if ((await form.locator("button:text-is('Skift')").count()) === 0) {
      await form.getByLabel("Søg kategori").fill("beton");
      await page.keyboard.press("Enter");
    }
    const typed = {
      name,
      figure: "0,12",
      unit,
      year: "2025",
      country: "dk",
      from: "2026-01-01",
      to: "2026-12-31",
      supplier_name: "Nordbeton A/S",
      source: "Miljøvaredeklaration, tabel 4",
      note: "Den beton, vi køber",
    };
    for (const [field, value] of Object.entries(typed)) await form.locator(`input[name=${field}]`).fill(value);
    await form.locator("button[type=submit]").click();
  };

  test("a factor of the company's own is stated with evidence, approved by who stated it, which is told, and withdrawn", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Egne faktorer");
    await page.waitForSelector("text=Virksomheden har ingen egne faktorer.");
    await page.click("main summary");
    const file = { name: "deklaration.txt", mimeType: "text/plain", buffer: Buffer.from("0,12 kg CO2e pr. kg") };
    await page.locator("main form input[type=file]").first().setInputFiles(file);
    await page.locator("main form li", { hasText: "deklaration.txt" }).waitFor();
    await stateFactor(page, "Beton C25/30", "balje");
    await page.waitForSelector("text=/Faktoren blev ikke angivet. Enheden kendes ikke/");
    expect(await faultsOf(page)).toEqual([]);
    await stateFactor(page, "Beton C25/30", "kg");
    await page.waitForSelector("text=Beton C25/30 er angivet og venter på godkendelse.");
    const one = page.locator("main li", { hasText: "Beton C25/30" });
    expect(await one.textContent()).toMatch(/0,12 kg CO2e \/ kg · Beton.*kun fra Nordbeton A\/S.*deklaration.txt/);
    await one.getByRole("button", { name: "Godkend" }).click();
    await one.locator("text=Du har selv angivet den. Godkender du den, står det i opgørelser og rapporter.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.type("Sammenlignet med deklarationen");
    await page.keyboard.press("Enter");
    await one.locator("text=Godkendt af den, der angav den.").waitFor();
    await page.click("button:text-is('I brug')");
    await expect.poll(() => page.url()).toContain("vis=approved");
    await one.getByRole("button", { name: "Træk tilbage" }).click();
    await page.keyboard.press("Enter");
    expect(await one.locator("text=Trukket tilbage af").count()).toBe(0);
    await page.keyboard.type("Leverandøren rettede den");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Ingen faktorer står sådan.");
    await page.click("button:text-is('Trukket tilbage')");
    await one.locator("text=/Trukket tilbage af .*: Leverandøren rettede den/").waitFor();
    await context.close();
  });

  test("a bookkeeper cannot approve a factor that they stated, and a reader states none", async () => {
    const [bookkeeper, reader] = [await enterAsNew("editor", WIDE), await enterAsNew("reader", WIDE)];
    for (const page of [bookkeeper, reader]) {
      await goTo(page, "Egne faktorer");
      await page.waitForSelector("h1:text-is('Egne faktorer')");
    }
    await bookkeeper.click("main summary");
    await stateFactor(bookkeeper, "Mursten, genbrugt", "kg");
    const one = bookkeeper.locator("main li", { hasText: "Mursten, genbrugt" });
    await one.locator("text=Du har selv angivet den: en anden, eller en administrator, godkender den.").waitFor();
    expect(await one.getByRole("button", { name: "Godkend" }).count()).toBe(0);
    expect(await one.getByRole("button", { name: "Afvis" }).count()).toBe(1);
    await reader.reload();
    await reader.waitForSelector("text=Mursten, genbrugt");
    await reader.waitForSelector("text=Din rolle er læser");
    expect(await reader.locator("main summary").count()).toBe(0);
    expect(await reader.locator("main li button").count()).toBe(0);
    const [admin, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/faktorer?vis=submitted`);
    const other = page.locator("main li", { hasText: "Mursten, genbrugt" });
    await other.getByRole("button", { name: "Godkend" }).click();
    expect(await other.locator("text=Du har selv").count()).toBe(0);
    await other.getByRole("button", { name: "Godkend" }).click();
    await page.waitForSelector("text=Mursten, genbrugt er i brug.");
    await Promise.all([admin.close(), bookkeeper.context().close(), reader.context().close()]);
  });

  test("a factor of the company's own is chosen for a line, and given up for one of the catalogue", async () => {
    const [context, page] = await enter(WIDE);
    await page.evaluate(`(async () => {
      const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
      const send = (path, body) => fetch("/app/api/companies/" + companies[0].id + path, {
        method: "POST",
        headers: { "content-type": "application/json", "x-carbon-csrf": csrf_token },
        body: JSON.stringify(body),
      }).then((answer) => answer.json());
      const { id } = await send("/company-factors", ${JSON.stringify(OWN_WOOD)});
      await send("/company-factors/" + id + "/approve", {});
    })()`);
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=pladsen`);
    await page.click("tbody button:has-text('Træ afhentet')");
    const drawer = page.locator("dialog[open]");
    const use = async (which: string, reason: string): Promise<void> => {
      await drawer.locator("summary:text-is('Andre faktorer')").click();
      await drawer.locator("fieldset label", { hasText: which }).click();
      await drawer.getByLabel("Hvorfor denne faktor?").fill(reason);
      await drawer.locator("button:text-is('Se, hvad det ændrer')").click();
      await drawer.locator("button:text-is('Brug faktoren')").click();
      await drawer.locator("text=Faktoren er skiftet.").waitFor();
    };
    await use("Træ til Nordvejs spånplader", "Deres opgørelse");
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("60,0");
    await drawer.locator("text=Se det nyere").click();
    await drawer.locator("summary:text-is('Andre faktorer')").click();
    const row = drawer.locator("fieldset label").first();
    await expect.poll(() => row.textContent()).toContain("tæller linjen nu");
    expect(await row.textContent()).toContain("Virksomhedens egen faktor");
    expect(await faultsOf(page)).toEqual([]);
    await drawer.locator("summary:text-is('Andre faktorer')").click();
    await use("kompost", "Den blev komposteret");
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("26,9");
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
