import { type App, createApp } from "../composition/app.ts";
import { format } from "node:util";
import { type Demo, ensureDemoAtStart } from "../demo/ensure-demo.ts";
import { packageVersion } from "../composition/package-version.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { createLog, type Logger } from "../platform/log.ts";
import { misspeltSettings } from "../platform/config/misspelt-settings.ts";
import { recordServedAddress } from "../platform/served-address.ts";

/** Signals that come this close together are one. */
const SAME_STOP_MS = 500;

/** What a service that has started serves, and the keys of the demo company when it has one. */
export interface Started {
  readonly config: Config;
  readonly demo: Demo | null;
}

/**
 * Starts the service and resolves when it is ready; it ends by itself, and the process with it, on SIGINT or SIGTERM. Null: it
 * was told to end before it was ready. `tell` is given what takes long enough for somebody at a terminal to wonder.
 * @throws ConfigError, and as openService; what had begun is closed then.
 */
export async function startService(
  env: Readonly<Record<string, string | undefined>>,
  tell: (sentence: string) => void,
): Promise<Started | null> {
  const config = readConfig(env);
  const log = createLog(config.log_level);
  logConsoleWarnings(log);
  log.info({ version: packageVersion(), node: process.versions.node }, "starting");
  for (const { sentence } of misspeltSettings(env)) log.warn({}, sentence);
  const app = await createApp(config, log);
  const stopping = stopOnSignals(app, log);
  try {
    await app.listen();
    await recordServedAddress(config, log);
    const work = {
      onFill: () => tell("Reading two years of the demo company's invoices ..."),
      untilIdle: () => app.untilIdle(),
    };
    return { config, demo: config.has_demo ? await ensureDemoAtStart(app.service, work) : null };
  } catch (error) {
    // What the stop took away under the start is no failure.
    if (stopping.aborted) return null;
    await app.close();
    throw error;
  }
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

/** Libraries warn on the console (the mail library about name servers, for example): the log is JSON, a line each. */
function logConsoleWarnings(log: Logger): void {
  Object.assign(console, { warn: (...words: unknown[]) => log.warn({ source: "console" }, format(...words)) });
}
