/**
 * Pictures of every screen in every state: `npm run states -- <folder>`. A picture each at 1280 and 390 pixels in Danish and English
 * goes to the folder, what stands in the way of people (axe, overflow, small letters) to the terminal, and the list of all to
 * docs/states.md. Takes a quarter of an hour; with `--only <state>` a part of it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { CHANGE_LANGUAGE, enterApplication, faultsOf, LOGIN, SHOWN } from "../test/support/app-pages.ts";
import { launchChromium } from "../test/support/chromium.ts";
import { installation, type ServiceProcess } from "../test/support/service-process.ts";
import { type AppState, SCREENS, stateList, STATES, type Viewer } from "./states/app-states.ts";

const VIEWS = [
  { width: 1280, height: 900, language: "da" },
  { width: 390, height: 844, language: "en" },
  { width: 390, height: 844, language: "da" },
  { width: 1280, height: 900, language: "en" },
] as const;
type View = (typeof VIEWS)[number];

/** Who is shown what the screens are waiting for is not: a screen that loads for ever is not waited for. */
const SETTLED_MS = 4_000;
/** The demo company is filled after the start: on a busy machine that takes minutes. */
const DEMO_MS = 600_000;
const PASSWORD = "four words nobody combines";
const DOCUMENT = join(import.meta.dirname, "../docs/states.md");

interface Login {
  readonly email: string;
  readonly password: string;
}

interface Shown {
  readonly state: string;
  readonly screen: string;
  readonly faults: readonly string[];
}

const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const folder = process.argv[2] ?? "";
if (folder === "" || folder.startsWith("--")) throw new Error("say where the pictures go: npm run states -- <folder>");
mkdirSync(folder, { recursive: true });
writeFileSync(DOCUMENT, stateList());
const site = installation();
try {
  const [service, browser] = await Promise.all([site.start({ env: { DEMO: "on" } }), launchChromium()]);
  const shown = await pictures(service, browser);
  await browser.close();
  const wrong = shown.filter(({ faults }) => faults.length > 0);
  for (const { state, screen, faults } of wrong) console.error(`${screen}, ${state}: ${faults.join("; ")}`);
  console.log(`${shown.length} pictures in ${folder}, ${wrong.length} with faults`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await site.remove();
}

async function pictures(service: ServiceProcess, browser: Browser): Promise<Shown[]> {
  const { email, password } = await demoLogin(service);
  await site.cli("tenant", "create", "--name", "Ny Virksomhed ApS", "--plan", "starter");
  const logins: Readonly<Record<Viewer, Login>> = {
    admin: { email, password },
    reader: await withLogin(service, browser, "Nordhavn Møbler ApS", "reader"),
    newcomer: await withLogin(service, browser, "Ny Virksomhed ApS", "admin"),
  };
  const shown: Shown[] = [];
  for (const view of VIEWS) {
    for (const state of STATES.filter(({ name }) => only === undefined || name === only)) {
      shown.push(...(await ofState({ service, browser, login: logins[state.viewer] }, state, view)));
    }
  }
  return shown;
}

interface Looking {
  readonly service: ServiceProcess;
  readonly browser: Browser;
  readonly login: Login;
}

async function ofState({ service, browser, login }: Looking, state: AppState, view: View): Promise<Shown[]> {
  const { width, height, language } = view;
  const options = { viewport: { width, height } };
  const [context, page] = await enterApplication({ browser, base: service.base, ...login, complaints: [] }, options);
  await page.evaluate(CHANGE_LANGUAGE(language));
  const home = /\/app\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
  await state.before?.(page);
  const shown: Shown[] = [];
  for (const [screen, path] of SCREENS) {
    const file = `${screen}-${state.name.replaceAll(" ", "-")}-${width}-${language}.png`;
    const faults = await look({ context, page, address: service.base + home + path, state, file: join(folder, file) });
    shown.push({ state: state.name, screen, faults: faults.map((fault) => `${width} px, ${language}: ${fault}`) });
  }
  await context.close();
  return shown;
}

interface Look {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly address: string;
  readonly state: AppState;
  readonly file: string;
}

async function look({ context, page, address, state, file }: Look): Promise<string[]> {
  await context.setOffline(false);
  await page.goto(address);
  await page.waitForFunction("document.querySelector('main')?.textContent.trim() !== ''");
  // Some states never settle: that is what they show.
  await page.waitForLoadState("networkidle", { timeout: SETTLED_MS }).catch(() => undefined);
  await state.after?.(context, page);
  const faults = await faultsOf(page);
  const facts = await page.evaluate<{ overflow: number; small: number }>(SHOWN);
  if (facts.overflow > 0) faults.push(`${facts.overflow} px over the edge`);
  if (facts.small > 0) faults.push(`${facts.small} texts below 11 px`);
  await page.screenshot({ path: file });
  return faults;
}

async function demoLogin(service: ServiceProcess): Promise<Login> {
  for (let waited_ms = 0; waited_ms < DEMO_MS; waited_ms += 1_000) {
    const [, email, password] = LOGIN.exec(service.output()) ?? [];
    if (email !== undefined && password !== undefined) return { email, password };
    await delay(1_000);
  }
  throw new Error("the demo company was not ready in time");
}

/** A person of a company, with a password of their own choice. */
async function withLogin(service: ServiceProcess, browser: Browser, tenant: string, role: string): Promise<Login> {
  const email = `${role}-${tenant.length}@demo.example`;
  const words = ["user", "create", "--email", email, "--tenant", tenant, "--role", role, "--language", "da", "--json"];
  const { link } = JSON.parse((await site.cli(...words)).stdout) as { link: string };
  const page = await browser.newPage();
  await page.goto(service.base + new URL(link).pathname);
  await page.fill("input[type=password]", PASSWORD);
  await Promise.all([page.waitForEvent("framenavigated"), page.click("main button")]);
  await page.waitForLoadState();
  await page.close();
  return { email, password: PASSWORD };
}
