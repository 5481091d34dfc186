import type { BrowserContext, Page } from "playwright-core";

/** The screens of a company with their addresses, in the order of the menu. */
export const SCREENS = [
  ["overview", ""],
  ["review", "/gennemgang"],
  ["upload", "/indlaes"],
  ["records", "/registrer"],
  ["emissions", "/udledninger"],
  ["documents", "/bilag"],
  ["suppliers", "/leverandoerer"],
  ["factors", "/faktorer"],
  ["energy", "/elaftaler"],
  ["reports", "/rapporter"],
  ["questions", "/rapporter/spoergsmaal"],
  ["history", "/historik"],
  ["settings", "/indstillinger"],
] as const;

/** Who looks: the administrator of the demo company, its reader, or the administrator of a company without data. */
export type Viewer = "admin" | "reader" | "newcomer";

export interface AppState {
  readonly name: string;
  readonly viewer: Viewer;
  /** Brings the state about before the screen is opened. */
  readonly before?: (page: Page) => Promise<void>;
  /** Brings it about once the screen is there. */
  readonly after?: (context: BrowserContext, page: Page) => Promise<void>;
}

/** Requests of a company's operations; who is logged in is answered as ever. */
const OPERATIONS = "**/app/api/companies/**";

const refusing =
  (status: number, code: string, more: Readonly<Record<string, unknown>> = {}) =>
  async (page: Page): Promise<void> => {
    const problem = { status, code, title: code, detail: "As the service words it.", request_id: "req-1", ...more };
    await page.route(OPERATIONS, (route) =>
      route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify(problem) }),
    );
  };

/** Two more requests, one and two seconds after the one before. */
const RETRIED_MS = 6_000;

/** What the screens are looked at in. The sandbox is none: it belongs to keys, and people work in the live environment alone. */
export const STATES: readonly AppState[] = [
  { name: "demo", viewer: "admin" },
  { name: "empty", viewer: "newcomer" },
  {
    name: "loading",
    viewer: "admin",
    before: async (page) => {
      await page.route(OPERATIONS, () => undefined);
    },
  },
  {
    name: "error",
    viewer: "admin",
    before: refusing(500, "server.internal_error"),
    // What may pass is tried again before it is told; a form that asks for nothing has nothing to tell.
    after: async (_context, page) => {
      await page.waitForSelector("[role=alert]", { timeout: RETRIED_MS }).catch(() => undefined);
    },
  },
  { name: "no permission", viewer: "reader" },
  { name: "plan gate", viewer: "admin", before: refusing(403, "subscription.feature_required") },
  { name: "limit", viewer: "admin", before: refusing(429, "rate_limit.exceeded", { retry_after_seconds: 30 }) },
  {
    name: "offline",
    viewer: "admin",
    after: async (context, page) => {
      await context.setOffline(true);
      await page.waitForSelector("text=/Ingen forbindelse|No connection/");
    },
  },
  { name: "session lost", viewer: "admin", before: refusing(401, "auth.missing_token") },
];

/** What is looked at, for docs/states.md. */
export function stateList(): string {
  const names = STATES.map(({ name }) => name);
  const rows = SCREENS.map(([screen, path]) => {
    const address = `/app/{company}${path}`;
    return `| ${screen} | \`${address}\` | ${names.map((name) => `${screen}-${name.replaceAll(" ", "-")}`).join(", ")} |`;
  });
  return `# States of the screens

Written by \`npm run states -- <folder>\`, which opens every screen of the application in every state at 1280 and 390 pixels, in Danish
and English, each width once in the dark theme, and puts a picture of each into the folder, called after screen and state with width,
language and theme; findings of axe, what runs over the edge and letters below 11 pixels are printed. A run that ended goes on where
it was; \`--only <state>\` and \`--screen <screen>\` take a part anew. What each state is: \`scripts/states/app-states.ts\`. The
sandbox belongs to keys: people have no screen of it. What two readers wrote of each picture: [states-judged.md](states-judged.md).

| Screen | Address | Pictures |
| --- | --- | --- |
${rows.join("\n")}
`;
}
