import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

/** Lines of wood that is collected: 3 t count 14.1 kg. */
const WOOD = `Dato;Leverandør;CVR;Tekst;Beløb ekskl. moms;Valuta;Mængde;Enhed;Kategori
15-03-2026;Nordvej ApS;39170418;Paller afhentet i gården;1000,00;DKK;3;t;waste.operations.wood
16-03-2026;Nordvej ApS;39170418;Brædder afhentet på lageret;1000,00;DKK;3;t;waste.operations.wood
17-03-2026;Nordvej ApS;39170418;Spånplader afhentet på værkstedet;1000,00;DKK;3;t;waste.operations.wood
`;

const SLIP = { name: "slip.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

describe.skipIf(!isChromiumInstalled)(`a booked line is corrected (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterAsNew, homeOf } = demoInBrowser();

  /** Opens the drawer of a line that counts in a year. */
  const drawerOf = async (page: Page, home: string, { word, year = 2026 }: { word: string; year?: number }) => {
    await page.goto(`${home}/udledninger?aar=${year}&q=${word}`);
    await page.click("tbody button");
    return page.locator("dialog[open]");
  };

  test("a wrong date moves the figure into another year after a look, and is taken back after a reload", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", {
      name: "affald.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(WOOD),
    });
    await page.waitForSelector("text=Bogført", { timeout: 60_000 });
    const home = homeOf(page);
    const drawer = await drawerOf(page, home, { word: "gården" });
    await drawer.locator("summary:text-is('Ret linjen')").focus();
    await page.keyboard.press("Enter");
    await drawer.getByLabel("Dato", { exact: true }).fill("2025-03-15");
    await drawer.getByLabel("Hvorfor?").fill("Fakturaen er fra 2025");
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await drawer.locator("text=/2025: linjen går fra 0,0 kg til 14,1 kg/").waitFor();
    await drawer.locator("text=/2026: linjen går fra 14,1 kg til 0,0 kg/").waitFor();
    await drawer.locator("text=Det flytter tal mellem år").waitFor();
    // The demo company has closed 2025.
    await drawer.locator("text=/Året er lukket: ændringen tæller, når året rettes/").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await drawer.getByLabel("Dato", { exact: true }).fill("2024-03-15");
    await expect.poll(() => drawer.locator("text=/linjen går fra/").count()).toBe(0);
    await page.keyboard.press("Enter");
    await drawer.locator("text=/2024: linjen går fra 0,0 kg til 1/").waitFor();
    await drawer.locator("button:text-is('Ret linjen')").click();
    await drawer.locator("text=Linjen er rettet.").waitFor();
    await page.waitForSelector("text=Ingen udledninger passer til valget.");
    await page.goto(`${home}/udledninger?aar=2024&q=gården`);
    await page.waitForSelector("tbody tr");
    await page.click("tbody button");
    await page.reload();
    await drawer.locator("text=/Seneste ændring: .*rettet/i").waitFor();
    await drawer.locator("button:text-is('Fortryd')").click();
    await drawer.locator("text=Ændringen er fortrudt.").waitFor();
    await page.waitForSelector("text=Ingen udledninger passer til valget.");
    await drawer.locator("button:text-is('Indfør ændringen igen')").waitFor();
    await page.goto(`${home}/udledninger?aar=2026&q=gården`);
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("14,1");
    expect(await page.textContent("thead th:last-child")).toBe("kg CO2e");
    await context.close();
  });

  test("a quantity, a unit that is not known and a line that changed meanwhile are told in English on a telephone", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    const drawer = await drawerOf(page, homeOf(page), { word: "gården" });
    await drawer.locator("summary:text-is('Correct the line')").click();
    await drawer.getByLabel("Why?").fill("The weighing slip says so");
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await drawer.locator("text=You have not changed anything yet.").waitFor();
    await drawer.getByLabel("Unit", { exact: true }).fill("barrels");
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await drawer.locator("text=/The line was not changed. The unit is not known/").waitFor();
    await drawer.getByLabel("Unit", { exact: true }).fill("t");
    await drawer.getByLabel("Quantity").fill("6");
    await drawer.locator("input[type=file]").first().setInputFiles(SLIP);
    await drawer.locator("form bdi", { hasText: "slip.pdf" }).waitFor();
    await drawer.getByRole("button", { name: "See what it changes" }).click();
    await drawer.locator("text=/2026: the line goes from 14.1 kg to 28.1 kg/").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ language: "en", overflow: 0 });
    expect(await drawer.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    await changeElsewhere(page, drawer);
    await drawer.getByRole("button", { name: "Correct the line" }).click();
    await drawer.locator("text=/The line has changed since you read it/").waitFor();
    await drawer.getByRole("button", { name: "See the line as it is now" }).click();
    await expect.poll(() => drawer.getByLabel("Supplier").inputValue()).toBe("Sydvej ApS");
    // Nothing that was typed has to be typed again, in this form and in the next.
    expect(await drawer.getByLabel("Quantity").inputValue()).toBe("6");
    await drawer.locator("form bdi", { hasText: "slip.pdf" }).waitFor();
    await drawer.getByRole("button", { name: "The department" }).click();
    await drawer.getByRole("button", { name: "Date, figures or category" }).click();
    expect(await drawer.getByLabel("Quantity").inputValue()).toBe("6");
    expect(await drawer.getByLabel("Why?").inputValue()).toBe("The weighing slip says so");
    await drawer.locator("form bdi", { hasText: "slip.pdf" }).waitFor();
    await drawer.getByLabel("Why?").focus();
    await page.keyboard.press("Enter");
    await drawer.locator("text=/It changes \\+14.1 kg/").waitFor();
    await drawer.getByRole("button", { name: "Correct the line" }).click();
    await drawer.locator("text=The line was corrected.").waitFor();
    expect(await page.evaluate(EVIDENCE)).toEqual(["slip.pdf"]);
    await expect.poll(() => page.textContent("tbody tr td:last-child")).toBe("28.1");
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("a line gets a department, another is left out after a look and taken in again, from its document", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    const drawer = await drawerOf(page, home, { word: "lageret" });
    await drawer.locator("summary:text-is('Ret linjen')").click();
    await drawer.getByRole("button", { name: "Afdelingen" }).click();
    await drawer.getByLabel("Afdeling", { exact: true }).selectOption({ index: 1 });
    await drawer.getByRole("button", { name: "Flyt linjen" }).click();
    await drawer.locator("text=Linjen er flyttet.").waitFor();
    await drawer.locator("summary:text-is('Ret linjen')").click();
    await drawer.getByRole("button", { name: "Afdelingen" }).click();
    expect(await drawer.getByLabel("Afdeling", { exact: true }).inputValue()).toMatch(/^[0-9a-f-]{36}$/);
    expect(await faultsOf(page)).toEqual([]);

    await page.goto(`${home}/bilag`);
    const file = page.locator("main li", { hasText: "affald.csv" }).first();
    await file.getByRole("button", { name: /^Vis / }).click();
    await file.getByRole("button", { name: /Spånplader afhentet/ }).click();
    await drawer.locator("summary:text-is('Ret linjen')").click();
    await drawer.getByRole("button", { name: "Linjen hører ikke til" }).click();
    await drawer.getByLabel("Hvorfor?").fill("Privat");
    await page.keyboard.press("Enter");
    await drawer.locator("text=/Det ændrer −14,1 kg CO2e/").waitFor();
    await drawer.getByRole("button", { name: "Udelad linjen" }).click();
    await drawer.locator("text=Linjen er udeladt og tæller ikke.").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await drawer.getByRole("button", { name: "Fortryd" }).click();
    await drawer.locator("text=Ændringen er fortrudt.").waitFor();
    await expect.poll(() => drawer.locator("text=Linjen er udeladt og tæller ikke.").count()).toBe(0);
    await drawer.locator("text=14,1 kg CO2e").first().waitFor();
    await context.close();
  });

  test("Escape clears what is searched, then gives the category back, and only then closes the drawer", async () => {
    const [context, page] = await enter(WIDE);
    const drawer = await drawerOf(page, homeOf(page), { word: "lageret" });
    await drawer.locator("summary:text-is('Ret linjen')").click();
    await drawer.getByLabel("Hvorfor?").fill("Kommunen henter det");
    await drawer.getByRole("button", { name: "Skift", exact: true }).click();
    await drawer.getByLabel("Søg kategori").fill("taxa");
    await page.keyboard.press("Escape");
    expect(await drawer.getByLabel("Søg kategori").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await drawer.locator("text=/^Kategori: .*træ/i").waitFor();
    expect(await drawer.getByLabel("Hvorfor?").inputValue()).toBe("Kommunen henter det");
    await drawer.getByRole("button", { name: "Skift", exact: true }).focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => drawer.count()).toBe(0);
    await context.close();
  });

  test("a reader sees how the figure came about and no form", async () => {
    const page = await enterAsNew("reader", WIDE);
    const drawer = await drawerOf(page, homeOf(page), { word: "lageret" });
    await drawer.locator("h3:text-is('Regnestykke')").waitFor();
    expect(await drawer.locator("text=Ret linjen").count()).toBe(0);
    expect(await drawer.locator("text=Seneste ændring").count()).toBe(0);
    await page.context().close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});

/** What a colleague does while the form is open: the line has another supplier. */
async function changeElsewhere(page: Page, drawer: Locator): Promise<void> {
  expect(await drawer.count()).toBe(1);
  await page.evaluate(`(async () => {
    const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
    const at = "/app/api/companies/" + companies[0].id;
    const { activity } = await (await fetch(at + "/emissions/" + new URL(location).searchParams.get("post") + "/lineage")).json();
    await fetch(at + "/activities/" + activity.id + "/correct", {
      method: "POST",
      headers: { "content-type": "application/json", "x-carbon-csrf": csrf_token },
      body: JSON.stringify({ facts: { supplier_name: "Sydvej ApS" }, reason: "Another collector" }),
    });
  })()`);
}

/** Evaluated in the page: names of the files that show what was stated last of the line whose drawer is open. */
const EVIDENCE = `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const at = "/app/api/companies/" + companies[0].id;
  const { activity } = await (await fetch(at + "/emissions/" + new URL(location).searchParams.get("post") + "/lineage")).json();
  const { readings } = await (await fetch(at + "/activities/" + activity.id)).json();
  return readings[0].evidence.map((file) => file.name);
})()`;
