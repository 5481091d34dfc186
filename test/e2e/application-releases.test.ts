import { describe, expect, test } from "vitest";
import { faultsOf, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

/** A later version of the product has half of today's figures for the Danish grid, in a release of its own. */
const LATER = [
  `insert into factor_releases (subject, release, shipped_on, editions)
   values ('electricity', '2099.1', '2099-01-15', array['EEA@later', 'UK Government@2025-v1'])`,
  `insert into emission_factors (id, key, release, name_en, name_da, scope, unit, kg_co2e_per_unit, region, valid_year, boundary,
     source, source_url, licence, content_hash)
   select gen_random_uuid(), key, 'later', name_en, name_da, scope, unit, kg_co2e_per_unit / 2, region, valid_year, 'generation',
     source, source_url, licence, encode(sha256(convert_to(key, 'UTF8')), 'hex')
   from emission_factors where key like 'electricity.dk.generation.%'`,
  "update catalog_version set version = version + 1",
];

/** What `REFERENCE_DATA=fetch` or an operator brings: a month of a price area, in an edition that nothing counts by. */
const DECLARED = [
  `insert into emission_factors (id, key, release, name_en, name_da, scope, unit, kg_co2e_per_unit, region, valid_year, boundary,
     source, source_url, licence, content_hash)
   values (gen_random_uuid(), 'electricity.dk1.grid_declaration.2026.m01.kwh', '125% 2026-01 to 2026-01, 00000000', 'Grid', 'Nettet', 2,
     'kWh', 0.15, 'DK-DK1', 2026, 'generation', 'Energinet', 'https://www.energidataservice.dk', 'Energinet', repeat('0', 64))`,
  "update catalog_version set version = version + 1",
];

describe.skipIf(!isChromiumInstalled)(`releases of factors (needs: ${CHROMIUM_INSTALL})`, () => {
  const { enter, homeOf, site } = demoInBrowser();

  test("a newer release is seen before it is applied to the year, and is in force afterwards", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${homeOf(page)}/indstillinger`);
    await page.click("text=Faktorernes udgaver");
    await page.waitForSelector("text=Alle faktorer i året har den nyeste udgave.");
    for (const text of LATER) await site().sql(text);
    // The service looks for later tables every three seconds.
    await page.waitForTimeout(3_500);
    await page.reload();
    await page.click("button:text-is('Se, hvad det ændrer')");
    const effect = page.locator("section[aria-label='Det ændrer årets tal']");
    await effect.waitFor({ timeout: 60_000 });
    expect(await effect.innerText()).toMatch(/Scope 2: .+ → .+/);
    await effect.locator("summary:text-is('Linjerne')").click();
    await effect.locator("td:text('ændres')").first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "da", overflow: 0, small: 0 });
    await effect.locator("input[name=reason]").fill("Elproduktion alene");
    await effect.locator("button:text-is('Tag udgaven i brug for året')").click();
    await page.waitForSelector("li:has-text('El 2099.1') >> text=taget i brug", { timeout: 60_000 });
    const row = page.locator("tr:has(th:text-is('El'))");
    expect(await row.innerText()).toMatch(/2099\.1[\s\S]*siden[\s\S]*2099\.1/);
    await context.close();
  });

  test("an imported edition is ticked, calculated and put into use", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    for (const text of DECLARED) await site().sql(text);
    await page.waitForTimeout(3_500);
    await page.goto(`${homeOf(page)}/indstillinger`);
    await page.click("text=Faktorernes udgaver");
    const editions = page.locator("fieldset:has(legend:text-is('Indlæste udgaver: El'))");
    await editions.locator("label:has-text('Energinet: 125% 2026-01 to 2026-01') input").check();
    await page.click("button:text-is('Se, hvad det ændrer')");
    const effect = page.locator("section[aria-label='Det ændrer årets tal']");
    await effect.locator("button:text-is('Tag udgaven i brug for året')").click({ timeout: 60_000 });
    await page.waitForSelector("li:has-text('taget i brug')", { timeout: 60_000 });
    expect(await editions.locator("input").isChecked()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "da", overflow: 0, small: 0 });
    await context.close();
  });
});
