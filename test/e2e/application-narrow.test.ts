import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const NARROW = { viewport: { width: 390, height: 844 } };

/** Evaluated in the page: what can be touched where the menu stands, from its first to its last pixel. */
const AT_MENU = `(() => {
  const { left, right, top, bottom } = document.querySelector("nav[aria-label]").getBoundingClientRect();
  const touched = new Set();
  for (let x = left + 2; x < right; x += 8) {
    for (let y = top + 2; y < bottom; y += 4) {
      const at = document.elementFromPoint(x, y);
      touched.add(at.closest("nav") !== null ? "menu" : at.closest("dialog") !== null ? "dialog" : at.tagName);
    }
  }
  return [...touched];
})()`;

/** Evaluated in the page: entries of the menu that do not stand in the window whole, or wrap. */
const OUTSIDE = `[...document.querySelectorAll("nav:has(#more-screens) :is(a, button)")].filter((entry) => {
  const { left, right, height } = entry.getBoundingClientRect();
  return left < 0 || right > innerWidth || height > 60;
}).map((entry) => entry.textContent)`;

/** As on a telephone that ends where the head of the table stands: the menu is over it. */
async function putHeadBehindMenu(page: Page): Promise<void> {
  const { y = 0 } = (await page.locator("main th").first().boundingBox()) ?? {};
  await page.setViewportSize({ width: 390, height: Math.round(y) + 45 });
}

describe.skipIf(!isChromiumInstalled)(`the application on a telephone (needs: ${CHROMIUM_INSTALL})`, () => {
  const { enter, complaints, homeOf } = demoInBrowser();

  test.each(["da", "en"])("the menu (%s) fits, and opens the screens that have no room in it", async (language) => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE(language));
    await page.reload();
    const menu = page.locator("nav:has(#more-screens)");
    const more = menu.getByRole("button", { name: language === "da" ? "Mere" : "More" });
    await more.waitFor();
    expect(await page.evaluate(OUTSIDE)).toEqual([]);
    expect(await menu.getByRole("link").count()).toBe(4);
    expect(await more.getAttribute("aria-expanded")).toBe("false");
    await more.focus();
    await page.keyboard.press("Enter");
    expect(await more.getAttribute("aria-expanded")).toBe("true");
    expect(await menu.getByRole("link").count()).toBe(12);
    expect(await page.evaluate(OUTSIDE)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    expect(await menu.getByRole("link").count()).toBe(4);
    expect(await menu.locator("button:focus").count()).toBe(1);
    await more.click();
    await menu.getByRole("link", { name: language === "da" ? "Rapporter" : "Reports" }).click();
    await page.waitForSelector(`h1:text-is('${language === "da" ? "Rapporter" : "Reports"}')`);
    expect(await menu.getByRole("link").count()).toBe(4);
    expect(await more.getAttribute("aria-current")).toBe("true");
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("the menu is above the heads of tables, and below what is opened over the screen", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.reload();
    await goTo(page, "Documents");
    await page
      .locator("main li", { hasText: ".csv" })
      .first()
      .getByRole("button", { name: "Show the document" })
      .click();
    await page.waitForSelector("main th");
    await putHeadBehindMenu(page);
    expect(await page.evaluate(AT_MENU)).toEqual(["menu"]);
    await page.keyboard.press("Control+k");
    await page.waitForSelector("dialog[open]");
    expect(await page.evaluate(AT_MENU)).toEqual(["dialog"]);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
    expect(complaints).toEqual([]);
  });

  test.each([
    ["da", "Siden findes ikke", "Gå til startskærmen", "Udledning", "Overblik"],
    ["en", "There is no such page", "Go to the start screen", "Emissions", "Overview"],
  ])("an address without a screen leads on, beside the menu (%s)", async (language, told, onwards, title, first) => {
    const [context, page] = await enter(language === "da" ? NARROW : { viewport: { width: 1280, height: 900 } });
    await page.evaluate(CHANGE_LANGUAGE(language));
    const home = homeOf(page);
    for (const address of [`${home}/ukendt`, `${home}/rapporter/ukendt`, `${home}/../mig/ukendt`]) {
      await page.goto(address);
      await page.getByText(told).waitFor();
      expect(await page.locator("nav").getByRole("link", { name: first }).isVisible()).toBe(true);
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toEqual({ language, overflow: 0, small: 0 });
      await page.getByRole("link", { name: onwards }).click();
      await page.waitForSelector(`h1:text-is('${title}')`);
      expect(page.url()).toBe(home);
    }
    // A company that the person has no access to.
    await page.goto(home.replace(/.$/, (last) => (last === "0" ? "1" : "0")));
    await page.getByRole("link", { name: onwards }).click();
    await page.waitForSelector(`h1:text-is('${title}')`);
    expect(page.url()).toBe(home);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("where fingers point, nothing asks to be dropped, and receipts are photographed", async () => {
    const [context, page] = await enter({ ...NARROW, hasTouch: true, isMobile: true });
    const home = homeOf(page);
    await page.goto(`${home}/indlaes`);
    await page.getByText("Vælg filer").waitFor();
    expect(await page.getByText("Slip filer her").isVisible()).toBe(false);
    const camera = page.getByText("Tag et billede");
    expect(await camera.isVisible()).toBe(true);
    expect(await camera.locator("input").getAttribute("capture")).toBe("environment");
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${home}/registrer`);
    await page.getByText("Tag et billede").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("files of a form are chosen by a button in the reader's language, by keys as well, and are named", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/registrer`);
    const evidence = page.getByRole("group", { name: "Dokumentation" });
    await evidence.getByText("Ingen fil er valgt.").waitFor();
    // Asked for before the focus: the browser must have taken the request when the key arrives.
    const asked = page.waitForEvent("filechooser");
    const first = evidence.locator("input").first();
    await first.focus();
    expect(await first.evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    const chooser = await asked;
    await chooser.setFiles([
      { name: "koerebog.csv", mimeType: "text/csv", buffer: Buffer.from("a") },
      { name: "kort.png", mimeType: "image/png", buffer: Buffer.from("b") },
    ]);
    await expect.poll(() => evidence.locator("li bdi").allTextContents()).toEqual(["koerebog.csv", "kort.png"]);
    const outline = await page.evaluate("getComputedStyle(document.activeElement.closest('label')).outlineStyle");
    expect(outline).toBe("solid");
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await context.close();
  });

  test("the filters of the emissions are folded behind a button that counts them", async () => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&scope=3`);
    await page.waitForSelector("tbody tr");
    const fold = page.getByRole("button", { name: "Filtre (1)" });
    expect(await fold.getAttribute("aria-expanded")).toBe("false");
    expect(await page.getByLabel("Metode").isVisible()).toBe(false);
    const { y = 0 } = (await page.locator("tbody tr").first().boundingBox()) ?? {};
    expect(y).toBeLessThan(844 / 2);
    await fold.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Metode").selectOption("spend_based");
    await page.getByRole("button", { name: "Filtre (2)" }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await page.getByRole("button", { name: "Ryd filtre" }).click();
    await page.getByRole("button", { name: "Filtre", exact: true }).click();
    expect(await page.getByLabel("Metode").isVisible()).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await page.getByLabel("Metode").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: /^Filtre/ }).count()).toBe(0);
    await context.close();
  });

  test.each([
    ["Diverse indkøb jf. bilag", "Kontonavn"],
    ["Lak og olie, vandbaseret", "Tekst"],
  ])("the line %s is read beside its row without scrolling to the side", async (description, heading) => {
    const [context, page] = await enter(NARROW);
    await page.goto(`${homeOf(page)}/gennemgang`);
    // Which line is the first differs from run to run.
    await page.locator("main nav button[data-chooses]", { hasText: description }).first().click();
    const table = page.locator("main section[tabindex='0']");
    await table.locator("tr[data-lit]", { hasText: description }).locator(`td[data-heading=${heading}]`).waitFor();
    await expect.poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await context.close();
  });
});
