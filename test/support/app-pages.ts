import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What the first start says of the demo company's administrator. */
export const LOGIN = /login +http\S+\/login +(\S+) +(\S.*)/;

/** Evaluated in the page: its language, how much it is wider than the window, and how many texts are below 11 pixels. */
export const SHOWN = `({
  language: document.documentElement.lang,
  overflow: document.documentElement.scrollWidth - innerWidth,
  small: [...document.querySelectorAll("main *, header *, nav *")].filter(
    (element) => element.textContent !== "" && parseFloat(getComputedStyle(element).fontSize) < 11,
  ).length,
})`;

/** Evaluated in the page: changes the reader's language as the screen of the profile does. */
export const CHANGE_LANGUAGE = (language: string): string => `(async () => {
  const { csrf_token } = await (await fetch("/app/api/session")).json();
  const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token };
  await fetch("/app/api/session", { method: "PATCH", headers, body: JSON.stringify({ language: "${language}" }) });
})()`;

export interface Entering {
  readonly browser: Browser;
  /** Address of the service. */
  readonly base: string;
  readonly email: string;
  readonly password: string;
  /** Gets what the console of the page says of faults. */
  readonly complaints: string[];
}

/** Longest that a step may take, milliseconds: a machine with other work is several times slower, and only what hangs is to fail. */
const STEP_MS = 60_000;

/** A browser of its own, with nobody logged in. */
export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(STEP_MS);
  return context;
}

/** Logs a person in and opens the application in a browser context of its own. */
export async function enterApplication(
  { browser, base, email, password, complaints }: Entering,
  options?: BrowserContextOptions,
): Promise<[BrowserContext, Page]> {
  const context = await newContext(browser, options);
  const page = await context.newPage();
  page.on("console", (message) => {
    // Refusals that a test brings about are told by the browser as well.
    const isRefusal = /status of 4\d\d/.test(message.text());
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !isRefusal) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${base}/app`);
  await page.fill("#email", email);
  await page.fill("#password", password);
  await Promise.all([page.waitForURL(/\/app\/[0-9a-f-]{36}/), page.click("main button")]);
  await page.waitForSelector("h1");
  return [context, page];
}

/**
 * Goes to a screen by the menu; on a telephone most of them are behind its button for more. Waits until the screen
 * is there: the one before stays while the next one's code is fetched, and what is done to it then leads back to it.
 */
export async function goTo(page: Page, screen: string): Promise<void> {
  const entry = page.locator(`nav >> text=${screen}`).first();
  if (!(await entry.isVisible())) await page.click("nav [aria-controls=more-screens]");
  await entry.click();
  await page.waitForSelector(`main h1 >> text=${screen}`);
}

/** What stands in the way of people who use a screen otherwise than by eye and pointer. */
export async function faultsOf(page: Page): Promise<string[]> {
  // As text of the browser's own debugger: the page itself lets nobody put a script into it.
  await page.evaluate(AXE);
  return await page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe;
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  });
}
