import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { renderInlineXbrl } from "../../../src/modules/reports/forms/xhtml/render-inline-xbrl.ts";
import { RenderRefusal } from "../../../src/modules/reports/forms/render-refusal.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled, launchChromium } from "../../support/chromium.ts";
import { climateDocument, everyKindDocument } from "../../support/every-kind-document.ts";
import { temporaryFile } from "../../support/temporary-file.ts";
import { everyElement, parseXml, textOf } from "../../support/xml-document.ts";

const XHTML = "http://www.w3.org/1999/xhtml";
const IX = "http://www.xbrl.org/2013/inlineXBRL";
/** Another parser than the one that the service uses; it is installed with the system, not with the packages. */
const XMLLINT = "xmllint";
const hasXmllint = spawnSync(XMLLINT, ["--version"]).error === undefined;

const PAGES = [
  ["a VSME report in Danish", everyKindDocument("da")],
  ["a VSME report in English", everyKindDocument("en")],
  ["an ESRS chapter in Danish", climateDocument("da")],
  ["an ESRS chapter in English", climateDocument("en")],
] as const;

/** Elements of XHTML 1.1, the language that Inline XBRL 1.1 extends; those of HTML 5 are no part of it. */
const XHTML_1_1 = new Set(
  "html head title meta style body div h1 h2 h3 p a ol ul li span table caption col thead tbody tr th td img br".split(
    " ",
  ),
);

describe.each(PAGES)("the page of %s", (_, document) => {
  const page = async () => parseXml((await renderInlineXbrl(document)).toString("utf8"));

  test("is XHTML 1.1 that runs nothing and loads nothing", async () => {
    const elements = [...everyElement(await page())];
    const names = new Set(elements.filter(({ uri }) => uri === XHTML).map(({ local }) => local));
    expect([...names].filter((name) => !XHTML_1_1.has(name))).toEqual([]);
    const attributes = elements.flatMap((element) => Object.entries(element.attributes));
    expect(attributes.filter(([name]) => name.startsWith("on") || name.startsWith("data-"))).toEqual([]);
    const addresses = attributes.filter(([name]) => name === "href" || name === "src").map(([, value]) => value);
    expect(addresses.filter((address) => !/^(#|data:image\/svg\+xml;base64,)/.test(address))).toEqual([]);
    const style = textOf(elements.find(({ local }) => local === "style") ?? (await page()));
    expect(style).not.toMatch(/url\(|@import|https?:\/\/(?!www\.xbrl\.org\/2013\/inlineXBRL)/);
  });

  test("every link of its contents leads to a place on it, and pictures are described", async () => {
    const elements = [...everyElement(await page())];
    const ids = new Set(elements.flatMap(({ attributes }) => attributes["id"] ?? []));
    const links = elements.flatMap(({ attributes }) => attributes["href"]?.slice(1) ?? []);
    expect(links.length).toBeGreaterThan(6);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
    const pictures = elements.filter(({ local }) => local === "img");
    expect(pictures.length).toBeGreaterThan(2);
    for (const { attributes } of pictures) expect(attributes["alt"]).toMatch(/\w{3}/);
  });

  test("tells the chapters, the gaps and the hashes of the report", async () => {
    const text = textOf(await page());
    for (const hash of [document.snapshot_id, document.audit_head.hash]) expect(text).toContain(hash);
    for (const { description } of document.missing_inputs) expect(text).toContain(description);
    for (const { source, licence } of document.factors)
      expect([source, licence].every((word) => text.includes(word))).toBe(true);
    for (const { label } of document.facts) expect(text).toContain(label);
    for (const { name } of document.scope3_categories) expect(text).toContain(name);
  });

  test.skipIf(!hasXmllint)("is well-formed to xmllint (apt-get install -y libxml2-utils)", async () => {
    const checked = spawnSync(XMLLINT, ["--noout", "-"], {
      input: await renderInlineXbrl(document),
      encoding: "utf8",
    });
    expect([checked.status, checked.stderr]).toEqual([0, ""]);
  });
});

describe("a standard without a taxonomy", () => {
  const document = climateDocument("da");

  test("gives a page without tags, on which every fact has its id", async () => {
    const root = parseXml((await renderInlineXbrl(document)).toString("utf8"));
    const elements = [...everyElement(root)];
    expect(elements.filter(({ uri }) => uri === IX)).toEqual([]);
    const ids = new Set(elements.flatMap(({ attributes }) => attributes["id"] ?? []));
    expect(document.facts.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  test("asks for no identifier of the company", async () => {
    expect(document.company.registration_number).toBeNull();
    await expect(renderInlineXbrl(document)).resolves.toBeInstanceOf(Buffer);
  });
});

describe("the company's identifier", () => {
  const of = (country: string, registration_number: string | null) =>
    renderInlineXbrl(everyKindDocument("da", { company: { name: "Test", country, registration_number } }));

  test.each(["12345674", "DK12345674", "12 34 56 74", "CVR 12345674", "dkcvr.12345674"])(
    "is read from %j",
    async (number) => {
      expect((await of("DK", number)).toString("utf8")).toContain(">DKCVR.12345674<");
    },
  );

  test.each([
    ["DK", null],
    ["DK", ""],
    ["DK", "1234567"],
    ["DK", "123456746"],
    ["SE", "12345674"],
  ])("of %s is not guessed from %j: the report says what is missing", async (country, number) => {
    const refused = await of(country, number).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RenderRefusal);
    expect(String(refused)).toContain("CVR");
  });
});

describe.skipIf(!isChromiumInstalled)(`the page in a browser (${CHROMIUM_INSTALL})`, { timeout: 300_000 }, () => {
  test("opens without a fault, asks for nothing, and fits a telephone and a sheet of paper", async () => {
    const file = temporaryFile("report.xhtml", (await renderInlineXbrl(everyKindDocument("da"))).toString("utf8"));
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
      const faults: string[] = [];
      page.on("console", (message) => faults.push(message.text()));
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("request", (request) => {
        if (!/^(data:|file:.*report\.xhtml$)/.test(request.url())) faults.push(request.url());
      });
      await page.goto(`file://${file}`);
      const width = () => page.evaluate("document.documentElement.scrollWidth");
      expect(await width()).toBe(390);
      await page.setViewportSize({ width: 794, height: 1123 });
      expect(await width()).toBe(794);
      expect(await page.locator("#section-B3").isVisible()).toBe(true);
      // What the header defines is for programs only.
      expect(await page.evaluate("document.body.innerText.includes('DKCVR')")).toBe(false);
      const broken = "[...document.images].filter((image) => image.naturalWidth === 0).length";
      expect(await page.evaluate(broken)).toBe(0);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
