import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

/** The same purchase as a bill and as a posting, and another bill of the supplier. */
const bills = (rows: readonly string[]): string =>
  ["Leverandør;CVR;Fakturanr.;Dato;Tekst;Beløb ekskl. moms;Moms;Valuta", ...rows].join("\n");
const BILLS = bills([
  "Nordvej ApS;39170418;1001;15-03-2026;Kopipapir A4;1000,00;250,00;DKK",
  "Nordvej ApS;39170418;1002;20-03-2026;Kontorartikler;400,00;100,00;DKK",
]);

describe.skipIf(!isChromiumInstalled)(`accounts of suppliers (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterAsNew, homeOf } = demoInBrowser();

  test("a supplier is found by its number, and its account tells what counts and what is open", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", {
      name: "regninger.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(BILLS),
    });
    await page.waitForSelector("text=Bogført", { timeout: 60_000 });
    await goTo(page, "Leverandører");
    const row = page.locator("main li", { hasText: "Nordvej ApS" });
    expect(await row.textContent()).toContain("CVR 39170418");
    // A row, and the way to what it counted: a link, so that no list of suppliers adds up the ledger.
    expect((await row.boundingBox())?.height).toBeLessThan(50);
    await row.getByRole("link", { name: "Udledninger Nordvej ApS" }).click();
    await page.waitForSelector("tbody tr");
    expect(new Set(await page.locator("tbody button[title^='Kun ']").allTextContents())).toEqual(
      new Set(["Nordvej ApS"]),
    );
    await page.goBack();
    await page.getByRole("button", { name: "Vis kontoen for Nordvej ApS" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByLabel("Navn, CVR-nummer, momsnummer eller IBAN").fill("ingen ved navn dette");
    await page.keyboard.press("Enter");
    await page.locator("text=Ingen leverandør hedder sådan.").waitFor();
    await page.getByLabel("Navn, CVR-nummer, momsnummer eller IBAN").fill("39170418");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Vis kontoen for Nordvej ApS" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("h1:text-is('Konto: Nordvej ApS')");
    const records = page.locator("main li");
    await expect.poll(() => records.count()).toBe(2);
    expect(await records.first().textContent()).toMatch(/20\. mar\. 2026.*tæller/);
    expect(await faultsOf(page)).toEqual([]);
    await page.click("text=Alle leverandører");
    await page.getByRole("button", { name: "Vis kontoen for Nordvej ApS" }).waitFor();
    await context.close();
  });

  test("a payment and what it settles are separated with a reason and the effect told, and that is undone", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", {
      name: "bank.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "Dato;Tekst;Beløb;Saldo;Status\r\n2026-04-10;NORDVEJ APS KONTORARTIKLER 1001;-1250,00;10000,00;Udført",
      ),
    });
    await page.waitForSelector("text=Bogført", { timeout: 60_000 });
    await page.goto(`${homeOf(page)}/leverandoerer?q=39170418`);
    await page.getByRole("button", { name: "Vis kontoen for Nordvej ApS" }).click();
    const evidence = page.locator("main li", { hasText: "Også fra 10. apr. 2026: betaling" });
    await evidence.getByRole("button", { name: "Skil ad" }).click();
    await page.getByLabel("Begrundelse").fill("Et køb i butikken");
    await page.getByRole("button", { name: "Se virkningen" }).click();
    await page
      .getByRole("status")
      .getByText(/Totalen ændres med/)
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await evidence.locator("form").getByRole("button", { name: "Skil ad" }).click();
    await page.getByText(/hører ikke sammen, siger en person/).waitFor();
    await page.getByRole("button", { name: "Fortryd" }).click();
    await page.getByLabel("Begrundelse").fill("Forkert par");
    await page.getByRole("button", { name: "Se virkningen" }).click();
    await page
      .getByRole("status")
      .getByText(/Totalen ændres med/)
      .waitFor();
    await page.locator("form").getByRole("button", { name: "Fortryd" }).click();
    await evidence.getByRole("button", { name: "Bekræft" }).waitFor();
    await context.close();
  });

  test("the company's sources are chosen in its settings", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/indstillinger`);
    const sources = page.locator("section", { hasText: "Kilder til køb" });
    await sources.getByLabel(/^Bogføring/).selectOption({ label: "viser alle køb" });
    await sources.getByRole("button", { name: "Gem" }).click();
    await sources.getByText(/Valgt af/).waitFor();
    // What holds while nothing is chosen.
    await expect.poll(() => sources.getByLabel(/^Bank/).textContent()).toContain("Ikke valgt: viser kun betalinger");
    expect(await faultsOf(page)).toEqual([]);
    await sources.getByLabel(/^Bogføring/).selectOption({ index: 0 });
    await sources.getByRole("button", { name: "Gem" }).click();
    await expect
      .poll(() => sources.getByLabel(/^Bank/).textContent())
      .not.toContain("Ikke valgt: viser kun betalinger");
    await context.close();
  });

  test("what is shared across companies is said, turned on with a name, and off again", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/indstillinger`);
    const shared = page.locator("section", { hasText: "Statistik på tværs af virksomheder" });
    await shared.getByText(/Aldrig beløb, tekster, bilag eller jeres navn/).waitFor();
    await shared.getByRole("status").getByText("Slået fra: intet deles").waitFor();
    await shared.getByRole("button", { name: "Slå til" }).click();
    await shared.getByRole("status").getByText("Slået til").waitFor();
    await shared.getByText(/^Valgt af Anna Holm/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shared.getByRole("button", { name: "Slå fra" }).click();
    await shared.getByRole("status").getByText("Slået fra: intet deles").waitFor();
    await context.close();
  });

  test("suppliers that may be one are shown side by side, merged, parted again and kept apart", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", {
      name: "bogholderi.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "Dato;Kontonr;Kontonavn;Leverandør;CVR;Tekst;Beløb\n05-04-2026;3050;Kontorartikler;Nordvej;;Kopipapir A4;310,00\n",
      ),
    });
    await page.waitForSelector("text=Bogført", { timeout: 60_000 });
    await goTo(page, "Leverandører");
    await page.getByRole("button", { name: "Forslag til sammenlægning" }).click();
    const pair = page.locator("main li", { hasText: "Nordvej ApS" });
    await pair.waitFor();
    const told = await pair.textContent();
    expect(told).toMatch(/Nordvej1 køb.*Nordvej ApSCVR 39170418.*2 køb.*Samme navn på bilag: Nordvej/);
    expect(await faultsOf(page)).toEqual([]);
    // By keys alone: the reason is asked where the button was, and what was done is told where the reader is led to.
    await pair.getByRole("button", { name: /^Læg sammen/ }).focus();
    await page.keyboard.press("Enter");
    await pair.getByText(/Nordvej ApS står for begge/).waitFor();
    await page.keyboard.type("Samme firma");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Lagt sammen: Nordvej og Nordvej ApS.").waitFor();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("status");
    await expect.poll(() => pair.count()).toBe(0);
    await page.getByText("Afgjorte").click();
    await pair.getByText(/Lagt sammen af .*: Samme firma/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await pair.getByRole("button", { name: /^Fortryd/ }).click();
    await pair
      .locator("form")
      .getByRole("button", { name: /^Fortryd/ })
      .click();
    await pair.getByText(/Sammenlægning fortrudt af/).waitFor();
    await pair.getByRole("button", { name: /^Hold adskilt/ }).click();
    await pair
      .locator("form")
      .getByRole("button", { name: /^Hold adskilt/ })
      .click();
    await pair.getByText(/Holdt adskilt af/).waitFor();
    await context.close();
  });

  test("two suppliers that nobody proposed are merged on the page of one, and parted there", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/leverandoerer?q=39170418`);
    await page.getByRole("button", { name: "Vis kontoen for Nordvej ApS" }).click();
    await page.getByRole("button", { name: "Læg sammen med …" }).click();
    const which = page.getByLabel("Navn, CVR-nummer, momsnummer eller IBAN");
    await which.fill("ingen ved navn dette");
    await page.keyboard.press("Enter");
    await page.getByText("Ingen leverandør hedder sådan.").waitFor();
    await which.fill("Nordhavn Vand");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Nordhavn Vand A/S" }).click();
    await page.getByRole("button", { name: "Læg sammen Nordhavn Vand A/S" }).click();
    await page.getByText(/^Nordvej ApS står for begge/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const pair = page.locator("main li", { hasText: "Lagt sammen af" });
    await pair.getByRole("button", { name: /^Fortryd/ }).click();
    await pair
      .locator("form")
      .getByRole("button", { name: /^Fortryd/ })
      .click();
    await page.getByText(/Sammenlægning fortrudt af/).waitFor();
    await context.close();
  });

  test("who may only read sees pairs without anything to press", async () => {
    const page = await enterAsNew("reader", NARROW);
    await page.goto(`${homeOf(page)}/leverandoerer?vis=forslag`);
    await page.getByText("Afgjorte").click();
    const pair = page.locator("main li", { hasText: "Nordvej ApS" }).first();
    await pair.waitFor();
    expect(await pair.getByRole("button").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "da", overflow: 0, small: 0 });
    await page.context().close();
  });

  test("on a telephone in English nothing runs over the edge", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.goto(`${homeOf(page)}/leverandoerer?q=39170418`);
    await page.getByRole("button", { name: "Show the account of Nordvej ApS" }).click();
    await page.waitForSelector("h1:text-is('Account: Nordvej ApS')");
    await expect.poll(() => page.locator("main li", { hasText: "DKK with VAT" }).count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
