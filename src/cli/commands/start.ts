import { ConfigError } from "../../platform/config/config.ts";
import { SecondServiceError } from "../../platform/db/embedded/presence.ts";
import { DatabaseUnreachableError, HistoryError } from "../../platform/db/migrate.ts";
import type { Started } from "../start-service.ts";
import type { CommandResult, StandaloneCommand } from "../command.ts";

/** Errors that the operator can mend: their sentence is enough. */
const OPERATOR_ERRORS = [ConfigError, DatabaseUnreachableError, HistoryError, SecondServiceError];

export const start: StandaloneCommand = {
  name: "start",
  usage: "",
  summary:
    "Starts the service, which runs until SIGINT or SIGTERM; it migrates the database first, and prints the addresses and " +
    "the demo company's keys when it is ready",
  options: {},
  isPrintedBetweenLogLines: true,
  async runAlone(args, env) {
    // The whole service takes a second to load, which other commands do not need.
    const { startService } = await import("../start-service.ts");
    const tell = (sentence: string): void => (args.options["json"] === true ? undefined : console.log(sentence));
    try {
      const started = await startService(env, tell);
      return started === null ? { json: null, lines: [] } : describe(started);
    } catch (error) {
      throw operatorError(error);
    }
  },
};

/** What the operator can mend is said in a sentence; anything else needs its stack. */
function operatorError(error: unknown): unknown {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return error;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return new Error(`Port ${String(error.port)} is in use. Set PORT and SANDBOX_PORT to free ones.`, { cause: error });
  }
  console.error(error);
  return new Error("The service could not be started.", { cause: error });
}

function describe({ config, demo }: Started): CommandResult {
  if (config.role === "worker") return describeWorker(config);
  const { base_url, api_url, sandbox_api_url } = config;
  const login = demo === null ? null : { url: `${base_url}/login`, ...demo.login };
  const json = {
    status: "ready",
    base_url,
    mcp_url: `${base_url}/api/mcp`,
    api_url: `${api_url}/api/v1`,
    sandbox_api_url: `${sandbox_api_url}/api/v1`,
    demo: demo === null ? null : { ...demo, login },
  };
  return { json, lines: banner({ config, demo }) };
}

/** Nobody is served here; keys and logins of the demo company are told by processes that serve. */
function describeWorker({ host, port }: Started["config"]): CommandResult {
  const probes_url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    json: { status: "ready", role: "worker", probes_url },
    lines: ["", "Carbon Ledger works in the background (ROLE=worker)", `  probes, metrics    ${probes_url}/readyz`, ""],
  };
}

function banner({ config, demo }: Started): string[] {
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
  return [...lines, ""];
}
