import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

const csv = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`${rows.join("\n")}\n`),
});
/** In a category that no factor counts, neither by quantity nor by money. */
const SHARES = csv(
  "andele.csv",
  "Dato;Tekst;Kategori;Beløb",
  "15-03-2026;Andel af butik;finance.franchises.unit;1500,00",
  "16-03-2026;Andel af kiosk;finance.franchises.unit;900,00",
);
/** Neither a quantity nor a currency. */
const ADVANCE = csv(
  "aconto.csv",
  "Dato;Kontonr;Kontonavn;Tekst;Beløb",
  "15-02-2026;2050;El;Elselskabet Nord aconto 1. kvartal;1.800,00",
);
/** Counted by its amount. */
const PAPER = csv(
  "papir.csv",
  "Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta",
  "17-03-2026;Lyreco A/S;19442794;Kontorpapir A4;2450;900,00;DKK",
);
/** Of a currency without a rate. */
const HRYVNIA = csv(
  "hryvnia.csv",
  "Dato;Leverandør;CVR;Tekst;Konto;Beløb ekskl. moms;Valuta",
  "18-03-2026;Lyreco A/S;19442794;Konvolutter;2450;5000,00;UAH",
);
/** One of many, which the line does not name. */
const COOLANT = csv(
  "koeling.csv",
  "Dato;Tekst;Kategori;Antal;Enhed",
  "19-03-2026;Kølemiddel til lageret;energy.fugitive.other_refrigerant;2;kg",
);
const RECEIPT = { name: "rapport.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

describe.skipIf(!isChromiumInstalled)(`what a person states of a line (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, homeOf } = demoInBrowser();

  const choose = async (page: Page, words: string): Promise<void> => {
    const line = page.locator("nav[aria-label='Linjer, der venter'] button", { hasText: words });
    await line.first().waitFor({ timeout: 60_000 });
    await line.first().click();
    await page.waitForSelector(`section[aria-label*='${words}']`);
  };

  test("emissions that a source worked out settle a line that nothing else counts; what is wrong is told at its field", async () => {
    const [context, page] = await enter(NARROW);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", [SHARES, ADVANCE, PAPER, HRYVNIA, COOLANT]);
    const read = async (): Promise<number> =>
      (await page.locator("article li").allTextContents()).filter((text) => !text.includes("Læses")).length;
    await expect.poll(read, { timeout: 60_000 }).toBe(5);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await choose(page, "Andel af butik");
    const line = page.locator("section[aria-label='Andel af butik']");
    await line.getByText("tallet kommer, når udledningen er oplyst").waitFor();
    // In the group of both lines as well: the category is known.
    await expect
      .poll(() => page.getByText("Franchiseenhed har ingen emissionsfaktor at tælle linjen med.").count())
      .toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    const suggestion = line.locator("button:has(kbd:text-is('1'))");
    const focused = page.locator(":focus");
    await suggestion.click();
    await page.locator("[role=alert]", { hasText: "Det blev ikke gemt. Franchiseenhed har ingen" }).waitFor();
    await line.getByLabel("Udledning (kg CO2e)").fill("1.240,5 kg");
    await suggestion.click();
    // Nothing was sent: the first field in which something is wrong has the focus, and says what.
    await line.locator("[role=alert]", { hasText: "Skriv tallet med cifre" }).waitFor();
    expect(await descriptionOf(line.getByLabel("Udledning (kg CO2e)"))).toBe("Skriv tallet med cifre, fx 1.240,5.");
    expect(await descriptionOf(line.getByLabel("År, som tallet gælder"))).toBe("Noget mangler: udfyld feltet.");
    await expect.poll(() => focused.getAttribute("name")).toBe("kg_co2e");
    await focused.fill("1.240,5");
    await line.getByLabel("Kilde, fx en rapport med sidetal").fill("Kædens klimaregnskab 2025, s. 14");
    await line.getByLabel("År, som tallet gælder").fill("1890");
    await line.getByLabel("Kildens metode").selectOption({ label: "fra leverandøren" });
    await line.getByLabel("Verificeret af, hvis nogen har").fill("Revisionshuset");
    await line.locator("input[type=file]").first().setInputFiles(RECEIPT);
    await line.locator("bdi", { hasText: "rapport.pdf" }).waitFor();
    await expect.poll(() => line.getByText("Henter").count()).toBe(0);
    await suggestion.click();
    // The service refused it: the line is back with everything that was typed.
    await page.locator("[role=alert]", { hasText: "Det blev ikke gemt. Tallet er for lille." }).waitFor();
    await expect.poll(() => focused.getAttribute("name")).toBe("year");
    expect(await descriptionOf(focused)).toBe("Tallet er for lille.");
    expect(await line.getByLabel("Udledning (kg CO2e)").inputValue()).toBe("1.240,5");
    await line.locator("bdi", { hasText: "rapport.pdf" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await focused.fill("2025");
    const id = new URL(page.url()).searchParams.get("linje");
    await suggestion.click();
    await page.getByText("Andel af butik: afgjort.").waitFor();
    await expect.poll(() => page.evaluate(READING_OF(id))).toEqual(["classified", "emissions", "rapport.pdf"]);
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=butik`);
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("1.240,5");
    await context.close();
  });

  test("emissions are refused at their field where the category that is chosen counts a quantity", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await choose(page, "Andel af kiosk");
    const line = page.locator("section[aria-label='Andel af kiosk']");
    await line.getByLabel("Udledning (kg CO2e)").fill("10");
    await line.getByLabel("Kilde, fx en rapport med sidetal").fill("Rapport");
    await line.getByLabel("År, som tallet gælder").fill("2025");
    await line.getByLabel("Kildens metode").selectOption({ label: "blandet" });
    await line.getByRole("button", { name: "c Anden kategori" }).click();
    await line.getByLabel("Søg kategori").fill("diesel til køretøjer");
    await line.locator("li button").first().click();
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("kg_co2e");
    expect(await descriptionOf(page.locator(":focus"))).toContain("Kategorien tæller en mængde.");
    await context.close();
  });

  test("an amount is stated in the currency that is asked for where the document's has no rate", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await choose(page, "Konvolutter");
    const line = page.locator("section[aria-label='Konvolutter']");
    expect(await line.getByLabel("Valuta").inputValue()).toBe("DKK");
    await line.getByLabel("Beløb uden moms").fill("900");
    const id = new URL(page.url()).searchParams.get("linje");
    await line.locator("button:has(kbd:text-is('1'))").click();
    await page.getByText("Konvolutter: afgjort.").waitFor();
    await expect.poll(() => page.evaluate(READING_OF(id))).toEqual(["classified", "amount", ""]);
    await context.close();
  });

  test("a line that no factor of its class counts is counted once the class is chosen, in both languages", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await choose(page, "Kølemiddel til lageret");
    const line = page.locator("section[aria-label='Kølemiddel til lageret']");
    await line.getByText("tallet kommer, når kølemiddel er oplyst").waitFor();
    await line.getByText(/Angiv, hvad linjen handler om: kølemiddel \(/).waitFor();
    const refrigerant = line.getByLabel("kølemiddel");
    expect(await refrigerant.inputValue()).toBe("");
    // By what people call it, in their language.
    expect(await refrigerant.locator("option").allTextContents()).toEqual(
      expect.arrayContaining(["R449A", "R600a (isobutan)", "nitrogentrifluorid (NF3)"]),
    );
    await refrigerant.selectOption({ label: "R449A" });
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await page.evaluate(CHANGE_LANGUAGE("en"));
    // What was chosen is still there when the page is loaded anew.
    await page.reload();
    await line.getByText("has a figure once refrigerant is stated").waitFor();
    expect(await line.getByLabel("refrigerant").inputValue()).toBe("r449a");
    expect(await line.getByLabel("refrigerant").locator("option").allTextContents()).toEqual(
      expect.arrayContaining(["R449A", "R600a (isobutane)", "nitrogen trifluoride (NF3)"]),
    );
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await page.reload();
    // In a category that makes no difference of it, it is refused at its field.
    await line.getByRole("button", { name: "Anden kategori" }).click();
    await line.getByLabel("Søg kategori").fill("diesel til køretøjer");
    await line.locator("li button").first().click();
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("attributes.refrigerant");
    expect(await descriptionOf(page.locator(":focus"))).toBe("Den kategori skelner ikke mellem det.");
    expect(await refrigerant.inputValue()).toBe("r449a");
    const id = new URL(page.url()).searchParams.get("linje");
    await line.locator("button:has(kbd:text-is('1'))").click();
    await page.getByText("Kølemiddel til lageret: afgjort.").waitFor();
    await expect.poll(() => page.evaluate(READING_OF(id))).toEqual(["classified", "attributes", ""]);
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=lageret`);
    await page.click("tbody button");
    await page.locator("dialog[open]").getByText(/R449A/).first().waitFor();
    await context.close();
  });

  test("the price of a unit makes the quantity of an amount on account, by keys alone", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await choose(page, "aconto 1. kvartal");
    const line = page.locator("section[aria-label*='aconto 1. kvartal']");
    await line.getByText("tallet kommer, når mængden eller prisen pr. enhed er oplyst").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.locator("nav[aria-label='Linjer, der venter'] button[aria-current=true]").focus();
    const order: (string | null)[] = [];
    for (const typed of ["100", "1,5", "", "1.800", ""]) {
      await page.keyboard.press("Tab");
      order.push(await page.locator(":focus").getAttribute("name"));
      await page.keyboard.type(typed);
    }
    expect(order).toEqual(["quantity", "unit_price", "unit", "amount", "currency"]);
    const suggestion = line.locator("button:has(kbd:text-is('1'))");
    await suggestion.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("unit_price");
    expect(await descriptionOf(page.locator(":focus"))).toBe("Oplys enten mængden eller prisen pr. enhed, ikke begge.");
    await line.getByLabel("Mængde").fill("");
    const id = new URL(page.url()).searchParams.get("linje");
    await suggestion.focus();
    await page.keyboard.press("Enter");
    await page.getByText("aconto 1. kvartal: afgjort.").waitFor();
    await expect.poll(() => page.evaluate(READING_OF(id))).toEqual(["classified", "amount, unit_price", ""]);
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=aconto`);
    // February's part of the quarter: 28 of 90 days.
    await page.locator("tbody tr", { hasText: "23,9" }).locator("button").first().click();
    const drawer = page.locator("dialog[open]");
    await drawer.getByText(/at 1 kWh koster 1,5 DKK uden moms: beløbet står for 1200 kWh/).waitFor();
    // What is stated stands in the form that corrects the line, and another price is previewed in its place.
    await drawer.locator("summary:text-is('Ret linjen')").click();
    const price = drawer.getByLabel("Pris pr. enhed uden moms");
    expect([await price.inputValue(), await drawer.getByLabel("Enhed", { exact: true }).inputValue()]).toEqual([
      "1,5",
      "kWh",
    ]);
    await price.fill("3");
    await drawer.getByLabel("Mængde").fill("600");
    await drawer.getByLabel("Hvorfor?").fill("Prisen står på aftalen");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("unit_price");
    expect(await descriptionOf(price)).toContain("Oplys enten mængden eller prisen pr. enhed, ikke begge.");
    await drawer.getByLabel("Mængde").fill("");
    await drawer.getByRole("button", { name: "Se, hvad det ændrer" }).click();
    await drawer.getByText(/Det ændrer −40,1 kg CO2e/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("a booked line counts by emissions that a source worked out, previewed, with evidence, and no longer, in English on a telephone", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    const open = async (): Promise<Locator> => {
      await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=Kontorpapir`);
      await page.click("tbody button");
      const drawer = page.locator("dialog[open]");
      await drawer.locator("summary:text-is('Correct the line')").click();
      return drawer;
    };
    let drawer = await open();
    await drawer.locator("summary", { hasText: "Emissions that a source worked out" }).click();
    await drawer.getByLabel("Emissions (kg CO2e)").fill("12.5");
    await drawer.getByLabel("Source, e.g. a report with its page").fill("Statement of the mill");
    await drawer.getByLabel("Why?").fill("The mill says so");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("year");
    expect(await descriptionOf(page.locator(":focus"))).toBe("Something is missing: fill the field in.");
    await page.locator(":focus").fill("2200");
    await drawer.getByLabel("Method of the source").selectOption({ label: "from the supplier" });
    await drawer.locator("input[type=file]").first().setInputFiles(RECEIPT);
    await drawer.locator("form bdi", { hasText: "rapport.pdf" }).waitFor();
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("year");
    expect(await descriptionOf(page.locator(":focus"))).toBe("The number is too large.");
    await drawer.locator("[role=alert]", { hasText: "The line was not changed. The number is too large." }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ language: "en", overflow: 0 });
    expect(await drawer.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    await page.locator(":focus").fill("2025");
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await drawer.getByText(/2026: the line goes from .* to 12.5 kg/).waitFor();
    await drawer.getByRole("button", { name: "Correct the line" }).click();
    await drawer.getByText("The line was corrected.").waitFor();
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=Kontorpapir`);
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("12.5");
    drawer = await open();
    await drawer.getByText("A source stated the emissions of the line.").waitFor();
    await drawer.getByLabel("Take the stated emissions off").check();
    await drawer.getByLabel("Why?").fill("It was about other paper");
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await drawer.getByText(/2026: the line goes from 12.5 kg to /).waitFor();
    await drawer.getByRole("button", { name: "Correct the line" }).click();
    await drawer.getByText("The line was corrected.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});

/** What a field is described by, as who hears the page is told it. */
async function descriptionOf(field: Locator): Promise<string> {
  return await field.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id: string) => element.ownerDocument.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

/** Evaluated in the page: how a line is read now, which facts people state of it, and by which files. */
const READING_OF = (id: string | null): string => `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const line = await (await fetch("/app/api/companies/" + companies[0].id + "/activities/${id}")).json();
  return [line.status, line.stated.sort().join(", "), line.readings[0].evidence.map((file) => file.name).join(", ")];
})()`;
