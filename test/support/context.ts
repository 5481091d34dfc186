import { randomBytes } from "node:crypto";
import type { Catalog } from "../../src/core/catalog.ts";
import type { Clock, Context, NewId, Principal, TenantIdentity } from "../../src/core/context.ts";
import type { ReportRendering } from "../../src/core/report-rendering.ts";
import { type Scope, SCOPES } from "../../src/core/scopes.ts";
import { emitEvent } from "../../src/modules/webhooks/index.ts";
import { installationSealer } from "../../src/platform/credential-sealer.ts";
import { UPLOADS_CHANNEL } from "../../src/modules/ingestion/index.ts";
import { changesOn } from "../../src/platform/db/changes.ts";
import { cursorCodecFor } from "../../src/platform/cursor-codec.ts";
import type { Database } from "../../src/platform/db/database.ts";
import type { Files } from "../../src/platform/files/files.ts";
import { jobQueue } from "../../src/platform/jobs/queue.ts";
import { egressSockets } from "../../src/platform/outbound/egress-socket.ts";
import { createSafeFetch } from "../../src/platform/outbound/safe-fetch.ts";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { sourceOpener } from "../../src/platform/sources/open-source.ts";
import { openPageDrawer } from "../../src/composition/isolation/page-drawing.ts";
import { openReportRenderer } from "../../src/composition/isolation/report-renderer.ts";
import { companyRegisterSource } from "../../src/platform/company-register.ts";
import { shippedCatalog } from "./catalog.ts";

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(iso: string): void;
  advance(seconds: number): void;
}

export function testClock(start = "2026-06-15T12:00:00.000Z"): TestClock {
  let now_ms = Date.parse(start);
  return {
    now: () => new Date(now_ms),
    set(iso) {
      now_ms = Date.parse(iso);
    },
    advance(seconds) {
      now_ms += seconds * 1000;
    },
  };
}

export interface ContextOptions {
  /** The shipped tables unless given. */
  readonly catalog?: () => Promise<Catalog>;
  readonly principal?: Partial<Principal>;
  readonly forgetCredential?: (credential_id: string) => void;
  /** The way to tenants' addresses; without name servers unless given. */
  readonly safeFetch?: SafeFetch;
  /** Directory with a folder per company; none unless given. */
  readonly folders?: string;
  /** Authorities that mail servers' certificates may come from. */
  readonly extra_ca_file?: string;
  /** Where the e-conomic API is; nowhere unless given. */
  readonly economic_url?: string;
  /** Extract of the company register; none unless given. */
  readonly company_register_file?: string;
  /** Whether the service's own public address is loopback; false unless given. */
  readonly is_local?: boolean;
  /** What renders reports; the service's own, without EFRAG's workbook, unless given. */
  readonly rendering?: ReportRendering;
}

interface ContextParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly files: Files;
  readonly newId: NewId;
}

/** No name server listens on the discard port: names have no address here. */
const NO_NAMES = { allow_cidrs: [], dns_servers: ["127.0.0.1:9"], extra_ca_file: undefined, proxy_url: undefined };

const CURSOR_SECRET = Buffer.alloc(32, 7);

/** The service's own parts behind a context, with a clock that tests move. */
export function contextFactory(
  parts: ContextParts,
): (tenant: TenantIdentity, scopes?: readonly Scope[], options?: ContextOptions) => Context {
  const cursors = cursorCodecFor(CURSOR_SECRET);
  const nameless = createSafeFetch(NO_NAMES);
  const secrets = installationSealer(Buffer.alloc(32, 5), "stored secrets");
  const uploadChanges = changesOn(parts.database, UPLOADS_CHANNEL);
  const rendering = openReportRenderer({ template: null });
  const pages = openPageDrawer();
  let shipped: Promise<Catalog> | undefined;
  const shippedOnce = (): Promise<Catalog> => (shipped ??= shippedCatalog());
  return (tenant, scopes = SCOPES, options = {}) => ({
    principal: {
      kind: "tenant_key",
      actor: "api_key:01900000-0000-7000-8000-000000000001",
      credential_id: "01900000-0000-7000-8000-000000000001",
      scopes: new Set(scopes),
      ...options.principal,
    },
    tenant,
    db: parts.database.tenant(tenant.id, tenant.environment),
    clock: parts.clock,
    newId: parts.newId,
    randomBytes,
    catalog: options.catalog ?? shippedOnce,
    companyRegister: companyRegisterSource(options.company_register_file),
    cursors: cursors(tenant.id, tenant.environment),
    files: parts.files.of(tenant.id, tenant.environment),
    jobs: jobQueue(parts.newId),
    uploadChanges,
    emit: (tx, event, data) => {
      const { newId, clock } = parts;
      return emitEvent(tx, { environment: tenant.environment, newId, clock }, event, data);
    },
    forgetCredential: options.forgetCredential ?? (() => undefined),
    secrets,
    checkAddress: (url) =>
      (options.safeFetch ?? nameless).check(url, {
        allow_loopback: options.is_local === true && tenant.environment === "sandbox",
      }),
    openSource: (access) => {
      const openSource = sourceOpener({
        safeFetch: options.safeFetch ?? nameless,
        sockets: egressSockets({ ...NO_NAMES, extra_ca_file: options.extra_ca_file }),
        folders: options.folders,
        economic_url: options.economic_url ?? "https://economic.invalid",
      });
      return openSource(access, tenant, options.is_local === true && tenant.environment === "sandbox");
    },
    rendering: options.rendering ?? rendering,
    pages,
  });
}
