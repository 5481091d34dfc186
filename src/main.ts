import { type App, createApp } from "./app.ts";
import { type Demo, ensureDemoAtStart } from "./demo/ensure-demo.ts";
import { SecondServiceError } from "./platform/db/embedded/presence.ts";
import { DatabaseUnreachableError, HistoryError } from "./platform/db/migrate.ts";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { createLog, type Logger } from "./platform/log.ts";
import { recordServedAddress } from "./platform/served-address.ts";

/** Errors that the operator can mend. */
const OPERATOR_ERRORS = [ConfigError, DatabaseUnreachableError, HistoryError, SecondServiceError];
/** Signals that come this close together are one. */
const SAME_STOP_MS = 500;

/** Starts the service, tells the person at the terminal what they have, and ends cleanly on SIGINT or SIGTERM. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.log_level);
  const app = await createApp(config, log);
  const stopping = stopOnSignals(app, log);
  try {
    await serve(app, config, log);
  } catch (error) {
    // What the stop took away under the start is no failure.
    if (stopping.aborted) return;
    await app.close();
    throw error;
  }
}

async function serve(app: App, config: Config, log: Logger): Promise<void> {
  await app.listen();
  await recordServedAddress(config, log);
  const work = {
    onFill: () => console.log("Reading two years of the demo company's invoices ..."),
    untilIdle: () => app.untilIdle(),
  };
  const demo = config.has_demo ? await ensureDemoAtStart(app.service, work) : null;
  console.log(banner(config, demo));
}

/** Closes the service on the first signal and ends the process; aborted from then on. */
function stopOnSignals(app: App, log: Logger): AbortSignal {
  const stopping = new AbortController();
  let first_ms = 0;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping.signal.aborted) {
      // A second signal means: now. What stops a whole group, as a service manager or npm does, tells a process twice at once.
      if (performance.now() - first_ms > SAME_STOP_MS) process.exit(130);
      return;
    }
    stopping.abort();
    first_ms = performance.now();
    log.info({ signal }, "stopping");
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "unclean stop");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return stopping.signal;
}

function banner(config: Config, demo: Demo | null): string {
  const lines = [
    "",
    "Carbon Ledger is ready",
    `  application, MCP   ${config.base_url}   (MCP endpoint ${config.base_url}/api/mcp)`,
    `  REST, live         ${config.api_url}/api/v1`,
    `  REST, sandbox      ${config.sandbox_api_url}/api/v1`,
  ];
  if (demo !== null) {
    lines.push(
      "",
      `Demo company: ${demo.tenant_name}`,
      `  login         ${config.base_url}/login   ${demo.login.email}   ${demo.login.password ?? "(password as chosen)"}`,
      `  live key      ${demo.live_key}`,
      `  sandbox key   ${demo.sandbox_key}`,
      `  consultant    ${demo.consultant_live_key}   (with header X-Svc-Tenant: ${demo.tenant_id})`,
      "",
      "Try:",
      `  curl -H "Authorization: Bearer ${demo.live_key}" ${config.api_url}/api/v1/emissions/summary`,
      "Connect an assistant (a browser opens for the login above):",
      `  claude mcp add --transport http carbon-ledger ${config.base_url}/api/mcp`,
    );
  }
  return `${lines.join("\n")}\n`;
}

/** What the operator can mend is said in a sentence; anything else needs its stack. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return error.message;
  const isTaken = "code" in error && error.code === "EADDRINUSE" && "port" in error;
  return isTaken ? `Port ${String(error.port)} is in use. Set PORT and SANDBOX_PORT to free ones.` : error;
}

try {
  await start();
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
