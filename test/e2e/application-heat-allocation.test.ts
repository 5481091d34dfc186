import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

describe.skipIf(!isChromiumInstalled)(`heat by degree days in the application (needs: ${CHROMIUM_INSTALL})`, () => {
  const { enter, homeOf } = demoInBrowser();

  test("an administrator pastes the degree days of months; what cannot be read is told, and the statement stands there with its author", async () => {
    const [context, page] = await enter({ viewport: { width: 390, height: 844 } });
    await page.goto(`${homeOf(page)}/indstillinger`);
    const section = page.locator("section", {
      has: page.getByRole("heading", { name: "Fjernvarme fordelt på måneder" }),
    });
    await section.getByText("Fjernvarme fordeles efter dage.").waitFor();
    await section.getByRole("button", { name: "Ret fordelingen" }).click();
    await section.getByLabel("Fordel efter").selectOption("degree_days");
    await section.getByLabel("Første regnskabsår").fill("2026");
    await section.getByLabel("uafhængigt af vejret").fill("25");
    await section.getByLabel("Hvem har opgjort").fill("Varmeværket, Aarhus");
    await section.getByLabel("Graddage, en måned").fill("2026-01 478,5\n02-2026;431\nmarts 400");
    await section.getByLabel("Hvorfor?").fill("Sådan opgør varmeværket");
    await section.getByRole("button", { name: "Gem fordelingen" }).click();
    await section.getByText("Linje 3 er ikke en måned og dens graddage").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await section.getByLabel("Graddage, en måned").fill("2026-01 478,5\n02-2026;431");
    await section.getByRole("button", { name: "Gem fordelingen" }).click();
    await section
      .getByText("Fra 2026-01 fordeles fjernvarme efter graddage, 25 % dog efter dage. Kilde: Varmeværket, Aarhus.")
      .waitFor();
    await section.getByText("Graddage er oplyst for 2 måneder.").waitFor();
    await section.getByText("Sådan opgør varmeværket").waitFor();
    await section.getByRole("button", { name: "Ret fordelingen" }).click();
    expect(await section.getByLabel("Graddage, en måned").inputValue()).toBe("2026-01 478.5\n2026-02 431");
    expect(await section.getByLabel("Første regnskabsår").inputValue()).toBe("2026");
    // Another tab has the same form open: what is saved here is not undone there.
    const other = await context.newPage();
    await other.goto(page.url());
    const theirs = other.locator("section", {
      has: other.getByRole("heading", { name: "Fjernvarme fordelt på måneder" }),
    });
    await theirs.getByRole("button", { name: "Ret fordelingen" }).click();
    await theirs.getByLabel("Hvorfor?").fill("Efter regningen");
    await section.getByLabel("Hvorfor?").fill("Rettet af en kollega");
    await section.getByRole("button", { name: "Gem fordelingen" }).click();
    await section.getByText("Rettet af en kollega").waitFor();
    await theirs.getByRole("button", { name: "Gem fordelingen" }).click();
    await theirs.getByText("En kollega har ændret den: genindlæs siden.").waitFor();
    await other.close();
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    const english = page.locator("section", { has: page.getByRole("heading", { name: "District heating by months" }) });
    await english.getByText("From 2026-01 on district heating is allocated by degree days").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });
});
