import { createApp } from "./app.ts";
import { type Demo, ensureDemoAtStart } from "./demo/ensure-demo.ts";
import { SecondServiceError } from "./platform/db/embedded/presence.ts";
import { type Config, ConfigError, readConfig } from "./platform/config.ts";
import { createLog } from "./platform/log.ts";

/** Starts the service, tells the person at the terminal what they have, and ends cleanly on SIGINT or SIGTERM. */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.log_level);
  const app = await createApp(config, log);
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    // A second signal means: now.
    if (isStopping) process.exit(130);
    isStopping = true;
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
  await app.listen();
  const demo = config.has_demo ? await ensureDemoAtStart(app.service) : null;
  if (demo?.created === true) {
    console.log("Reading two years of the demo company's invoices ...");
    await app.untilIdle();
  }
  console.log(banner(config, demo));
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
      `  live key      ${demo.live_key}`,
      `  sandbox key   ${demo.sandbox_key}`,
      "",
      "Try:",
      `  curl -H "Authorization: Bearer ${demo.live_key}" ${config.api_url}/api/v1/emissions/summary`,
      "Connect an assistant:",
      `  claude mcp add --transport http carbon-ledger ${config.base_url}/api/mcp --header "Authorization: Bearer ${demo.live_key}"`,
    );
  }
  return `${lines.join("\n")}\n`;
}

try {
  await start();
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof SecondServiceError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
