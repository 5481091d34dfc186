import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const SAMPLE = join(import.meta.dirname, "../../samples/electricity-invoice.xml");
const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

describe.skipIf(!isChromiumInstalled)(`what needs a connection (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, homeOf } = demoInBrowser();

  test("without one a button says that it needs one, can be reached, and does nothing; with one it acts again", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/indstillinger`);
    const card = page.locator("section", { hasText: "Virksomhedens egne numre" });
    const add = card.getByRole("button", { name: /^Tilføj/ });
    await add.waitFor();
    expect(await add.textContent()).toBe("Tilføj");
    await context.setOffline(true);
    await expect.poll(() => add.textContent()).toBe("Tilføj (kræver forbindelse)");
    expect(await add.getAttribute("aria-disabled")).toBe("true");
    await card.getByRole("textbox").first().fill("31415926");
    // By Enter in the field, by the pointer and by the key on the button: nothing is asked and nothing fails.
    await page.keyboard.press("Enter");
    await add.click({ force: true });
    await add.focus();
    await page.keyboard.press("Enter");
    expect(await add.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    expect(await page.locator("main .fault").count()).toBe(0);
    expect(await card.getByRole("textbox").first().inputValue()).toBe("31415926");
    expect(await faultsOf(page)).toEqual([]);
    await context.setOffline(false);
    await expect.poll(() => add.getAttribute("aria-disabled")).toBe(null);
    await add.click();
    await card.getByRole("button", { name: "Fjern 31415926" }).click();
    await card.locator("text=Ingen er angivet.").waitFor();
    await context.close();
  });

  test("in the queue like lines need one, single lines say that they are kept", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/gennemgang`);
    const groups = page.locator("section[aria-labelledby=groups]");
    const all = groups.getByRole("button", { name: /^Alle er/ }).first();
    await all.waitFor();
    const lines = await page.locator("nav[aria-label='Linjer, der venter'] li").count();
    await context.setOffline(true);
    await groups.getByText("Ens linjer på én gang kræver forbindelse.").waitFor();
    expect(await all.getAttribute("aria-disabled")).toBe("true");
    expect(await all.getAttribute("aria-describedby")).toBe("groups-need");
    await all.click({ force: true });
    expect(await page.locator("main .fault").count()).toBe(0);
    await page.getByText("Din afgørelse gemmes her, til forbindelsen er tilbage.").waitFor();
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    expect(await faultsOf(page)).toEqual([]);
    const leaveOut = page.getByRole("button", { name: /^Udelad( x)?$/ });
    expect(await leaveOut.getAttribute("aria-disabled")).toBe(null);
    await leaveOut.click();
    await page.getByText("1 beslutning venter på at blive sendt.").waitFor();
    expect(await page.locator("nav[aria-label='Linjer, der venter'] li").count()).toBe(lines - 1);
    await page.getByRole("button", { name: /^Fortryd/ }).click();
    await context.close();
  });

  test("files that are chosen without one wait, the browser asks before they are lost, and they are sent with one", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/indlaes`);
    await page.waitForSelector("text=/bilag er brugt/");
    await context.setOffline(true);
    await page.getByText("Filer, du vælger nu, venter i dette vindue").waitFor();
    await page.setInputFiles("main input[type=file] >> nth=0", SAMPLE);
    const waiting = page.getByText("Venter på forbindelse. Luk ikke vinduet, før filerne er sendt.");
    await waiting.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    const asked = page.waitForEvent("dialog");
    const leaving = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await leaving;
    await context.setOffline(false);
    await page.waitForSelector("article li strong", { timeout: 60_000 });
    expect(await waiting.count()).toBe(0);
    await context.close();
  });

  test("in English as well, on a telephone", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.goto(`${homeOf(page)}/leverandoerer`);
    const search = page.getByRole("button", { name: /^Search/ }).last();
    await search.waitFor();
    await context.setOffline(true);
    await page.getByRole("button", { name: "Search (needs a connection)" }).waitFor();
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    expect(await faultsOf(page)).toEqual([]);
    await context.setOffline(false);
    await page.goto(`${homeOf(page)}/udledninger`);
    await page.waitForSelector("tbody tr");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Search (needs a connection)" }).waitFor();
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await context.setOffline(false);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints.filter((text) => !text.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  });
});
