import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { configurationTable, readConfig } from "../../src/platform/config/config.ts";
import { SECRET_SETTINGS } from "../../src/platform/config/secrets.ts";
import { helm, helmProgram, type Manifest, rendered, schemaFault } from "../support/helm.ts";

const CHART = join(import.meta.dirname, "../../deploy/helm/carbon-ledger");
const program = await helmProgram();
const hasSchemas = existsSync(join(import.meta.dirname, "../../tools/helm/node_modules/kubernetes-models"));
const withHelm = test.skipIf(program === null || !hasSchemas);
const NEEDS = "(needs npm ci --prefix tools/helm)";

const REQUIRED = [
  "host=ledger.example.com",
  "sandboxHost=sandbox.example.com",
  "existingSecret=ledger",
  "image.repository=registry.example/ledger",
];
const VARIANTS: Readonly<Record<string, readonly string[]>> = {
  "as little as possible": [],
  "everything on": [
    "web.autoscaling.enabled=true",
    "worker.autoscaling.enabled=true",
    "worker.autoscaling.prometheusAddress=http://prometheus.monitoring:9090",
    "worker.podDisruptionBudget.enabled=true",
    "ingress.enabled=true",
    "ingress.className=nginx",
    "ingress.tlsSecret=ledger-tls",
    "trustedProxies={10.0.0.0/8,fd00::/8}",
    "settings.MAIL_FROM=Carbon Ledger <no-reply@example.com>",
    "settings.UPLOAD_MAX_FILES=50",
    "persistence.storageClass=nfs",
    "podAnnotations.prometheus\\.io/scrape=true",
    "nodeSelector.disk=fast",
    "imagePullSecrets[0].name=registry",
    `image.digest=sha256:${"0".repeat(64)}`,
  ],
  "a claim of one's own, without budgets and migration": [
    "persistence.existingClaim=documents",
    "web.podDisruptionBudget.enabled=false",
    "migration.enabled=false",
    "settings.DEMO=on",
  ],
};

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly {
    name: string;
    value?: string;
    valueFrom?: { secretKeyRef: { name: string; optional: boolean } };
  }[];
  readonly securityContext: unknown;
  readonly resources: { readonly requests?: object; readonly limits?: object };
  readonly volumeMounts: readonly { mountPath: string }[];
  readonly readinessProbe?: { readonly httpGet: { path: string } };
  readonly livenessProbe?: { readonly httpGet: { path: string } };
  readonly startupProbe?: { readonly httpGet: { path: string } };
}

interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: unknown;
  readonly automountServiceAccountToken: boolean;
  readonly terminationGracePeriodSeconds?: number;
}

/** Pods of deployments and jobs, by their component. */
function pods(manifests: readonly Manifest[]): Map<string, PodSpec> {
  const made = manifests.filter(({ kind }) => kind === "Deployment" || kind === "Job");
  // The schema of Kubernetes has found these members in both kinds.
  return new Map(made.map((one) => [one.metadata.name, (one.spec as { template: { spec: PodSpec } }).template.spec]));
}

function render(name: string): Manifest[] {
  return rendered(program ?? "", [...REQUIRED, ...(VARIANTS[name] ?? [])]);
}

withHelm(`Helm finds no fault with the chart ${NEEDS}`, () => {
  const { status, stdout } = helm(program ?? "", ["lint", "--strict"], REQUIRED);
  expect(status, stdout).toBe(0);
});

withHelm.each(Object.keys(VARIANTS))(`Kubernetes' schemas take what is rendered: %s ${NEEDS}`, async (name) => {
  const manifests = render(name);
  const faults = await Promise.all(manifests.map(async (one) => ({ kind: one.kind, fault: await schemaFault(one) })));
  // Schemas of KEDA are not part of Kubernetes'.
  expect(
    faults.filter(({ fault, kind }) => fault !== null && !(kind === "ScaledObject" && fault === "unknown")),
  ).toEqual([]);
});

withHelm.each(Object.keys(VARIANTS))(`no pod may do more than it needs: %s ${NEEDS}`, (name) => {
  const found = pods(render(name));
  expect(found.size).toBeGreaterThanOrEqual(2);
  for (const pod of found.values()) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 10001,
        fsGroup: 10001,
        seccompProfile: { type: "RuntimeDefault" },
      },
    });
    for (const container of pod.containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(["/data", "/tmp"]);
      expect(container.resources.requests).toHaveProperty("memory");
      expect(container.resources.limits).toHaveProperty("memory");
    }
  }
});

withHelm.each(Object.keys(VARIANTS))(
  `each setting is one of the service's, which takes them; secrets come by reference: %s ${NEEDS}`,
  (name) => {
    const known = configurationTable.map((row) => row.name);
    for (const [pod, { containers }] of pods(render(name))) {
      for (const { env } of containers) {
        const names = env.map((one) => one.name);
        expect(known).toEqual(expect.arrayContaining(names));
        expect(names).toEqual([...new Set(names)]);
        const referred = env.filter(({ valueFrom }) => valueFrom !== undefined);
        expect(referred.map((one) => one.name).toSorted()).toEqual([...SECRET_SETTINGS].toSorted());
        expect(new Set(referred.map(({ valueFrom }) => valueFrom?.secretKeyRef.name))).toEqual(new Set(["ledger"]));
        const given = Object.fromEntries(env.map((one) => [one.name, one.value]));
        const config = readConfig({ ...given, DATABASE_URL: "postgres://ledger@database/ledger" });
        expect(config).toMatchObject({ base_url: "https://ledger.example.com", data_dir: "/data" });
        expect(config.role).toBe(/-(web|worker)$/.exec(pod)?.[1] ?? "all");
      }
    }
  },
);

withHelm(`pods are asked what the service answers, and have time to end ${NEEDS}`, () => {
  const found = pods(render("everything on"));
  const probes = readFileSync(join(import.meta.dirname, "../../src/interfaces/http/probes.ts"), "utf8");
  for (const part of ["web", "worker"]) {
    const { containers, terminationGracePeriodSeconds: grace = 0 } = found.get(`release-carbon-ledger-${part}`) ?? {
      containers: [],
    };
    const [container] = containers;
    const asked = [container?.startupProbe, container?.readinessProbe, container?.livenessProbe].map(
      (probe) => probe?.httpGet.path,
    );
    expect(asked).toEqual(["/healthz", "/readyz", "/healthz"]);
    for (const path of asked) expect(probes).toContain(`app.get("${path}"`);
    const delay_seconds = Number(container?.env.find(({ name }) => name === "SHUTDOWN_DELAY_SECONDS")?.value);
    expect(grace).toBeGreaterThanOrEqual(delay_seconds + 60);
  }
});

withHelm(`an upgrade migrates before the pods are changed; documents stay when the chart goes ${NEEDS}`, () => {
  const manifests = render("everything on");
  const job = manifests.find(({ kind }) => kind === "Job");
  expect(job?.metadata.annotations).toMatchObject({ "helm.sh/hook": "pre-upgrade" });
  expect(
    [...pods(manifests).values()].flatMap(({ containers }) => containers).find(({ name }) => name === "migration")
      ?.args,
  ).toEqual(["migrate"]);
  const claim = manifests.find(({ kind }) => kind === "PersistentVolumeClaim");
  expect(claim?.metadata.annotations).toEqual({ "helm.sh/resource-policy": "keep" });
});

withHelm(`workers are added by how long the oldest job has waited ${NEEDS}`, () => {
  const scaled = render("everything on").find(({ kind }) => kind === "ScaledObject");
  expect(scaled?.spec).toMatchObject({
    scaleTargetRef: { name: "release-carbon-ledger-worker" },
    triggers: [
      { type: "prometheus", metadata: { query: "max(carbon_ledger_job_oldest_ready_age_seconds)", threshold: "30" } },
    ],
  });
  const worker = render("everything on").find(({ metadata }) => metadata.name === "release-carbon-ledger-worker");
  expect(worker?.spec).not.toHaveProperty("replicas");
});

withHelm.each([
  ["image.repository=", /Set image\.repository to/],
  ["host=", /Set host to/],
  ["existingSecret=", /Set existingSecret to the name of a Secret/],
  ["settings.SECRET_KEY=abc", /settings\.SECRET_KEY: a secret belongs into the Secret/],
  ["settings.BASE_URL=http://x", /settings\.BASE_URL is set by the chart/],
  ["worker.ocrWorkers=99", /ocrWorkers/],
  ["web.replica=3", /replica/],
])(`%s is refused in a sentence ${NEEDS}`, (value, sentence) => {
  const { status, stderr } = helm(program ?? "", ["template", "release"], [...REQUIRED, value]);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(sentence);
});

test("the chart is of the service's version", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as {
    version: string;
  };
  expect(parse(readFileSync(join(CHART, "Chart.yaml"), "utf8"))).toMatchObject({ version, appVersion: version });
});
