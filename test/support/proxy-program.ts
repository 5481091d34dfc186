import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestAuthority, testAuthority } from "./certificates.ts";
import { debianProgram } from "./debian-program.ts";
import { freePort } from "./free-port.ts";
import { until } from "./service-process.ts";

const ROOT = join(import.meta.dirname, "../..");
const HOSTS = ["ledger.example.com", "sandbox.ledger.example.com"];

export type ProxyKind = "nginx" | "caddy";

export interface ProxyAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface ProxyCall {
  readonly host?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** Loopback address that the call comes from. */
  readonly from?: string;
}

/** A real proxy in front of a service, configured by the recipe of docs/proxies.md. */
export interface ProxyProgram {
  /** Address of its plain http listener. */
  readonly http: string;
  call(path: string, options?: ProxyCall): Promise<ProxyAnswer>;
  /** Everything that it has logged so far, of requests and errors. */
  log(): string;
  stop(): Promise<void>;
}

/** `service` is the address without scheme that requests go to, e.g. 127.0.0.1:3000. */
export async function startProxy(kind: ProxyKind, service: string): Promise<ProxyProgram> {
  const program = debianProgram(kind);
  if (program === null) throw new Error(`${kind} is not installed`);
  const directory = mkdtempSync(join(tmpdir(), `carbon-ledger-${kind}-`));
  const authority = testAuthority();
  const { key, cert } = authority.issue({ names: HOSTS });
  writeFileSync(join(directory, "privkey.pem"), key);
  writeFileSync(join(directory, "fullchain.pem"), cert);
  const ports = { http: await freePort(), https: await freePort() };
  const write = kind === "nginx" ? writeNginx : writeCaddy;
  const args = write({ directory, service, ports });
  const child = spawn(program, args, {
    env: { PATH: process.env["PATH"], HOME: directory },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const call = (path: string, options: ProxyCall = {}) => send({ authority, port: ports.https }, path, options);
  await until(`${kind} to answer`, async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${output}`);
    return await call("/healthz").catch(() => null);
  });
  return {
    http: `http://127.0.0.1:${ports.http}`,
    call,
    log: () => [output, ...logFiles(directory)].join("\n"),
    async stop() {
      await ended(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function logFiles(directory: string): string[] {
  const names = readdirSync(directory).filter((name) => name.endsWith(".log"));
  return names.map((name) => readFileSync(join(directory, name), "utf8"));
}

interface Placed {
  readonly directory: string;
  readonly service: string;
  readonly ports: { readonly http: number; readonly https: number };
}

/** The recipe with other ports and places, which must all be in it. */
function recipe(language: string, replacements: readonly (readonly [string, string])[]): string {
  const text = readFileSync(join(ROOT, "docs/proxies.md"), "utf8");
  const block = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/proxies.md has no block in ${language}`);
  return replacements.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the recipe in ${language} does not have: ${from}`);
    return changed.replaceAll(from, to);
  }, block);
}

function writeNginx({ directory, service, ports }: Placed): string[] {
  const site = recipe("nginx", [
    ["server 127.0.0.1:3000;", `server ${service};`],
    ["listen 80;", `listen 127.0.0.1:${ports.http};`],
    ["listen 443 ", `listen 127.0.0.1:${ports.https} `],
    ["/etc/ssl/carbon-ledger/", `${directory}/`],
    ["/var/log/nginx/", `${directory}/`],
  ]);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
    mkdirSync(join(directory, name));
    return `  ${name}_temp_path ${directory}/${name};`;
  });
  const main = [
    "daemon off;",
    "master_process off;",
    `pid ${directory}/nginx.pid;`,
    "error_log stderr info;",
    "events {}",
    `http {\n  access_log off;\n${temporary.join("\n")}\n${site}}`,
  ];
  writeFileSync(join(directory, "nginx.conf"), `${main.join("\n")}\n`);
  return ["-p", directory, "-e", "stderr", "-c", join(directory, "nginx.conf")];
}

function writeCaddy({ directory, service, ports }: Placed): string[] {
  const text = recipe("caddyfile", [
    ["127.0.0.1:3000", service],
    ["respond /metrics 404", `tls ${directory}/fullchain.pem ${directory}/privkey.pem\n\trespond /metrics 404`],
  ]);
  const global = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tdefault_bind 127.0.0.1\n`;
  // Its block of global options comes first, and there is one only.
  const site = text.replace(/^\{\n/, global);
  writeFileSync(join(directory, "Caddyfile"), site);
  return ["run", "--config", join(directory, "Caddyfile"), "--adapter", "caddyfile"];
}

async function send(
  { authority, port }: { readonly authority: TestAuthority; readonly port: number },
  path: string,
  { host = HOSTS[0] ?? "", method = "GET", headers = {}, body, from }: ProxyCall,
): Promise<ProxyAnswer> {
  return await new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, servername: host, ca: authority.cert, localAddress: from, path, method };
    const sent = request({ ...options, headers: { host, ...headers }, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill("SIGTERM");
  await exit;
}
