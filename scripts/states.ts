/**
 * Pictures of every screen in every state: `npm run states -- <folder>`. A picture each at 1280 and 390 pixels in Danish and English,
 * each width once in the dark theme, goes to the folder, what stands in the way of people (axe, overflow, small letters) to its list
 * and to the terminal, and the list of all to docs/states.md. Takes the better part of an hour; a run that ended goes on where it
 * was, and `--only <state>` and `--screen <screen>` take a part anew.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { CHANGE_LANGUAGE, enterApplication, faultsOf, LOGIN, SHOWN } from "../test/support/app-pages.ts";
import { launchChromium } from "../test/support/chromium.ts";
import { installation, type ServiceProcess } from "../test/support/service-process.ts";
import { type AppState, SCREENS, stateList, STATES, type Viewer } from "./states/app-states.ts";
import { keepPicture, type Picture, picturesTaken } from "./states/pictures-taken.ts";

const VIEWS = [
  { width: 1280, height: 900, language: "da", theme: "light" },
  { width: 390, height: 844, language: "da", theme: "dark" },
  { width: 390, height: 844, language: "en", theme: "light" },
  { width: 1280, height: 900, language: "en", theme: "dark" },
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

const chosen = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const [only, onlyScreen] = [chosen("--only"), chosen("--screen")];
const folder = process.argv[2] ?? "";
if (folder === "" || folder.startsWith("--")) throw new Error("say where the pictures go: npm run states -- <folder>");
mkdirSync(folder, { recursive: true });
writeFileSync(DOCUMENT, stateList());
const states = STATES.filter(({ name }) => only === undefined || name === only);
const screens = SCREENS.filter(([name]) => onlyScreen === undefined || name === onlyScreen);
// A part that is chosen is taken anew.
const taken = only === undefined && onlyScreen === undefined ? picturesTaken(folder) : new Map<string, Picture>();
const site = installation();
try {
  const [service, browser] = await Promise.all([site.start({ env: { DEMO: "on" } }), launchChromium()]);
  await takePictures(service, browser);
  await browser.close();
  const all = [...picturesTaken(folder).values()];
  const wrong = all.filter(({ faults }) => faults.length > 0);
  for (const { file, faults } of wrong) console.error(`${file}: ${faults.join("; ")}`);
  console.log(`${all.length} pictures in ${folder}, ${wrong.length} with faults`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  await site.remove();
}

async function takePictures(service: ServiceProcess, browser: Browser): Promise<void> {
  const { email, password } = await demoLogin(service);
  await site.cli("tenant", "create", "--name", "Ny Virksomhed ApS", "--plan", "starter");
  const logins: Readonly<Record<Viewer, Login>> = {
    admin: { email, password },
    reader: await withLogin(service, browser, "Nordhavn Møbler ApS", "reader"),
    newcomer: await withLogin(service, browser, "Ny Virksomhed ApS", "admin"),
  };
  for (const view of VIEWS) {
    for (const state of states) await ofState({ service, browser, login: logins[state.viewer] }, state, view);
  }
}

interface Looking {
  readonly service: ServiceProcess;
  readonly browser: Browser;
  readonly login: Login;
}

async function ofState({ service, browser, login }: Looking, state: AppState, view: View): Promise<void> {
  const { width, height, language, theme } = view;
  const fileOf = (screen: string): string =>
    `${screen}-${state.name.replaceAll(" ", "-")}-${width}-${language}-${theme}.png`;
  const missing = screens.filter(([screen]) => !taken.has(fileOf(screen)));
  if (missing.length === 0) return;
  // A telephone is touched: what only a mouse or keys can do is not shown there.
  const options = { viewport: { width, height }, colorScheme: theme, hasTouch: width < 700, isMobile: width < 700 };
  const [context, page] = await enterApplication({ browser, base: service.base, ...login, complaints: [] }, options);
  await page.evaluate(CHANGE_LANGUAGE(language));
  const home = /\/app\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
  await state.before?.(page);
  for (const [screen, path] of missing) {
    const file = fileOf(screen);
    const faults = await look({ context, page, address: service.base + home + path, state, file: join(folder, file) });
    keepPicture(folder, { file, faults });
  }
  await context.close();
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
