import sharp from "sharp";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";
import { pdf } from "../support/pdf.ts";
import { POWER_BILL } from "../support/printed-invoices.ts";
import { zipOf } from "../support/zip.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

describe.skipIf(!isChromiumInstalled)(`what is refused is said in words (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, homeOf } = demoInBrowser();

  /** The field of a form that has the cursor, and whether it is marked as wrong. */
  const wrongField = (page: Page): Promise<unknown> =>
    page.evaluate(`[document.activeElement.name, document.activeElement.getAttribute("aria-invalid")]`);

  test("a document that is entered wrongly says what is wrong with which field", async () => {
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fdfdfd" } })
      .png()
      .toBuffer();
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", { name: "bon.png", mimeType: "image/png", buffer: picture });
    await page.click("text=Indtast bilaget", { timeout: 120_000 });
    await page.fill("input[name=date]", "2099-09-02");
    await page.fill("input[name=supplier]", "Havnens Taxa");
    await page.fill("input[name=net]", "1.312,50");
    await page.fill("text=Søg kategori", "taxa");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Kategori: Taxa");
    await page.click("button:text-is('Bogfør')");
    await page.waitForSelector("[role=alert] >> text=Datoen ligger efter i dag.");
    expect(await wrongField(page)).toEqual(["date", "true"]);
    expect(await faultsOf(page)).toEqual([]);
    await page.fill("input[name=date]", "2026-09-02");
    await page.fill("input[name=net]", "0");
    await page.click("button:text-is('Bogfør')");
    await page.waitForSelector("[role=alert] >> text=Beløbet er 0.");
    expect(await wrongField(page)).toEqual(["net", "true"]);
    await page.fill("input[name=net]", "100");
    await page.fill("input[name=currency]", "XAF");
    await page.click("button:text-is('Bogfør')");
    await page.waitForSelector("[role=alert] >> text=Der er ingen kurs for den valuta den dag.");
    expect(await wrongField(page)).toEqual(["currency", "true"]);
    expect(await page.textContent("[role=alert]")).not.toMatch(/exchange_rate|currency/);
    const home = homeOf(page);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.setViewportSize(NARROW.viewport);
    await page.goto(`${home}/bilag`);
    await page.click("li:has-text('bon.png') >> text=Enter");
    await page.fill("input[name=date]", "2099-09-02");
    await page.fill("input[name=supplier]", "Havnens Taxa");
    await page.fill("input[name=net]", "1,312.50");
    await page.fill("text=Search category", "taxi");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Category: Taxi");
    await page.click("button:text-is('Book')");
    await page.waitForSelector("[role=alert] >> text=The date is after today.");
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
    expect(complaints).toEqual([]);
  }, 300_000);

  test("a file that cannot be read says why and what can be done about it", async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#fdfdf0" } })
      .png()
      .toBuffer();
    const sealed = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]);
    const files = [
      ["laast.pdf", pdf(POWER_BILL.pages, { userPassword: "hemmelig" }), "Filen er beskyttet med en adgangskode."],
      ["laast.zip", zipOf([{ name: "a.xml", content: "x", flags: 1 }]), "Filen er beskyttet med en adgangskode."],
      ["laast.xlsx", sealed, "Filen er beskyttet med en adgangskode."],
      ["tom.csv", Buffer.alloc(0), "Filen er tom."],
      ["telefonliste.csv", Buffer.from("Navn;Telefon\nAnna;12345678\n"), "Der blev ikke fundet både dato og beløb."],
      ["lille.png", picture, "Der kunne ikke læses en faktura på siden. Er billedet lille"],
    ] as const;
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles(
      "input[type=file] >> nth=0",
      files.map(([name, buffer]) => ({ name, mimeType: "application/octet-stream", buffer })),
    );
    await page.waitForSelector("li:has-text('lille.png') >> text=Indtast bilaget", { timeout: 120_000 });
    await page.goto(`${homeOf(page)}/bilag`);
    for (const [name, , words] of files) {
      await page.waitForSelector(`li:has-text('${name}') >> text=${words}`, { timeout: 20_000 });
    }
    expect(await page.locator("main [lang=en]").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.setViewportSize(NARROW.viewport);
    await page.goto(`${homeOf(page)}/bilag`);
    await page.waitForSelector("li:has-text('laast.zip') >> text=The file is protected by a password.");
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await context.close();
    expect(complaints).toEqual([]);
  }, 300_000);

  test("the history shows why somebody did it in that person's own words, as text, and of many words the rest when asked for", async () => {
    const [context, page] = await enter(WIDE);
    // Whatever language a test before left the person with.
    await page.evaluate(CHANGE_LANGUAGE("da"));
    const home = homeOf(page);
    const rest = "fordi den blev betalt med det private kort ".repeat(8).trim();
    const reasons = ["<b>Privat</b>; ikke firmaets", `Udeladt ${rest}`];
    await page.evaluate(`(async () => {
      const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
      const at = "/app/api/companies/" + companies[0].id;
      const { items } = await (await fetch(at + "/activities?limit=2&status=classified")).json();
      const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token };
      for (const [index, reason] of ${JSON.stringify(reasons)}.entries()) {
        const answer = await fetch(at + "/activities/" + items[index].id + "/exclude", {
          method: "POST", headers, body: JSON.stringify({ reason }),
        });
        if (!answer.ok) throw new Error(await answer.text());
      }
    })()`);
    await page.goto(`${home}/historik`);
    await page.waitForSelector("main li >> text=»<b>Privat</b>; ikke firmaets«");
    const summary = page.locator("main li summary").first();
    expect(await summary.textContent()).toMatch(/^»Udeladt fordi .* …$/);
    expect((await summary.textContent())?.length).toBeLessThan(170);
    expect(await page.locator("main li details").first().textContent()).toContain("private kort«");
    expect(await page.locator("main li b").count()).toBe(0);
    await summary.focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("main li details[open]");
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.setViewportSize(NARROW.viewport);
    await page.goto(`${home}/historik`);
    await page.waitForSelector("main li >> text=“<b>Privat</b>; ikke firmaets”");
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
    expect(complaints).toEqual([]);
  }, 300_000);
});
