import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { enterApplication, LOGIN, newContext } from "./app-pages.ts";
import { launchChromium } from "./chromium.ts";
import { demoInstallation } from "./demo-installation.ts";
import { PASSWORD } from "./person.ts";
import type { Installation, ServiceProcess } from "./service-process.ts";

interface Login {
  readonly email: string;
  readonly password: string;
}

type ContextOptions = Parameters<Browser["newContext"]>[0];

/** An installation with the demo company and a browser, for the tests of the `describe` that calls this; both end with it. */
export function demoInBrowser() {
  let site: Installation;
  let service: ServiceProcess;
  let browser: Browser;
  let email = "";
  let password = "";
  /** What the browser complained about: blocked content, errors in the console. */
  const complaints: string[] = [];

  beforeAll(async () => {
    site = await demoInstallation();
    [service, browser] = await Promise.all([site.start({ env: { DEMO: "on" } }), launchChromium()]);
    [, email = "", password = ""] = await service.says(LOGIN);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    service.signal("SIGTERM");
    await service.ended();
    await site.remove();
  });

  const base = (): string => service.base;
  /** Somebody who is invited by the command line, chooses a password and opens the application. */
  const invited = async (words: readonly string[], options: ContextOptions): Promise<Page> => {
    const { stdout } = await site.cli("user", "create", ...words, "--language", "da", "--json");
    const { link } = JSON.parse(stdout) as { link: string };
    const page = await (await newContext(browser, options)).newPage();
    await page.goto(base() + new URL(link).pathname);
    await page.fill("input[type=password]", PASSWORD);
    await page.click("main button");
    await page.goto(`${base()}/app`);
    return page;
  };
  return {
    complaints,
    base,
    site: (): Installation => site,
    browser: (): Browser => browser,
    /** The application as somebody has it after logging in; by default the demo company's administrator. */
    enter: async (options: ContextOptions, who: Login = { email, password }) =>
      await enterApplication({ browser, base: base(), ...who, complaints }, options),
    /** The application as a new colleague of the demo company's has it, in Danish, after choosing a password by the invitation. */
    enterAsNew: async (role: string, options: ContextOptions = {}): Promise<Page> => {
      const page = await invited(
        ["--email", `${role}@demo.example`, "--tenant", "Nordhavn Møbler ApS", "--role", role],
        options,
      );
      await page.waitForSelector("text=Udledning pr. måned");
      return page;
    },
    /** The application as the administrator of a new company has it, in Danish, on its first day. */
    enterNewCompany: async (name: string, plan: string, options: ContextOptions): Promise<Page> => {
      await site.cli("tenant", "create", "--name", name, "--plan", plan);
      const email = `${name.toLowerCase().split(" ")[0] ?? ""}@ny.example`;
      const page = await invited(["--email", email, "--tenant", name, "--role", "admin"], options);
      await page.waitForSelector("h1:text-is('Udledning')");
      return page;
    },
    /** The address of the company that a page shows. */
    homeOf: (page: Page): string => base() + (/\/app\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ""),
  };
}
