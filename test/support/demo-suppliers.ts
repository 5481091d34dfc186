import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import type { Operation } from "../../src/core/operation.ts";
import { approveCompanyFactor } from "../../src/modules/company-factors/approve-company-factor.ts";
import { submitCompanyFactor } from "../../src/modules/records/submit-company-factor.ts";
import { allocateEnergyInstruments } from "../../src/modules/energy-instruments/allocate-energy-instruments.ts";
import { registerEnergyInstrument } from "../../src/modules/energy-instruments/register-energy-instrument.ts";
import { getFactorReleases } from "../../src/modules/factor-releases/get-factor-releases.ts";
import { workRun } from "../../src/modules/factor-releases/index.ts";
import { previewFactorReleases } from "../../src/modules/factor-releases/preview-factor-releases.ts";
import { approvePcfRecord } from "../../src/modules/pcf/approve-pcf-record.ts";
import { EXAMPLE_FOOTPRINT } from "../../src/modules/pcf/pact-footprint.ts";
import { submitPcfRecord } from "../../src/modules/pcf/submit-pcf-record.ts";
import { acceptSupplierInvitation } from "../../src/modules/suppliers/accept-supplier-invitation.ts";
import { inviteSupplier } from "../../src/modules/suppliers/invite-supplier.ts";
import { recordSupplierDisclosure } from "../../src/modules/suppliers/record-supplier-disclosure.ts";
import { registerSupplier } from "../../src/modules/suppliers/register-supplier.ts";
import type { TestApp } from "./app.ts";

type Source = [string, (tenant: TenantIdentity) => Promise<string>];

let made = 0;

/** Suppliers and footprints of the tenant in each of the states that examples need: a new one every time. */
export function supplierSources(app: TestApp): Source[] {
  const call = async <Answer>(operation: Operation, input: object, tenant: TenantIdentity): Promise<Answer> =>
    // The type that each caller names is the operation's own output.
    (await invoke(operation, app.db.context(tenant), input)) as Answer;
  const registered = async (tenant: TenantIdentity): Promise<string> => {
    made += 1;
    const input = { supplier_name: `Leverandør ${made} ApS`, supplier_country: "DK", employees: 85 };
    return (await call<{ id: string }>(registerSupplier, input, tenant)).id;
  };
  const invited = async (tenant: TenantIdentity): Promise<{ id: string; token: string }> => {
    const id = await registered(tenant);
    const input = { id, email: "klima@leverandoer.example", report_year: 2025 };
    const { invitation } = await call<{ invitation: { token: string } }>(inviteSupplier, input, tenant);
    return { id, token: invitation.token };
  };
  const connected = async (tenant: TenantIdentity): Promise<string> => {
    const { id, token } = await invited(tenant);
    await call(acceptSupplierInvitation, { token }, tenant);
    return id;
  };
  const disclosing = async (tenant: TenantIdentity): Promise<string> => {
    const id = await connected(tenant);
    await call(recordSupplierDisclosure, { ...recordSupplierDisclosure.example.input, id }, tenant);
    return id;
  };
  const submitted = async (tenant: TenantIdentity): Promise<string> => {
    made += 1;
    const pact = { ...EXAMPLE_FOOTPRINT, id: `3fa1c7d2-0b5e-4c8e-9a41-${String(made).padStart(12, "0")}` };
    return (await call<{ id: string }>(submitPcfRecord, { pact }, tenant)).id;
  };
  const approved = async (tenant: TenantIdentity): Promise<string> => {
    const id = await submitted(tenant);
    await call(approvePcfRecord, { id }, tenant);
    return id;
  };
  const submittedFactor = async (tenant: TenantIdentity): Promise<string> =>
    (await call<{ id: string }>(submitCompanyFactor, submitCompanyFactor.example.input, tenant)).id;
  const approvedFactor = async (tenant: TenantIdentity): Promise<string> => {
    const id = await submittedFactor(tenant);
    await call(approveCompanyFactor, { id }, tenant);
    return id;
  };
  const { cancellation: _cancellation, ...uncancelled } = registerEnergyInstrument.example.input;
  const registeredInstrument =
    (input: object) =>
    async (tenant: TenantIdentity): Promise<string> =>
      (await call<{ id: string }>(registerEnergyInstrument, input, tenant)).id;
  // Of a country each: two of the same are not prepared at once.
  const requestedAllocation = async (tenant: TenantIdentity): Promise<string> => {
    made += 1;
    const market = `${String.fromCharCode(65 + (Math.floor(made / 26) % 26))}${String.fromCharCode(65 + (made % 26))}`;
    return (await call<{ id: string }>(allocateEnergyInstruments, { market, year: 2025 }, tenant)).id;
  };
  // Of a year each: two of the same are not at work at once, and the newest preview of a year replaces the one before.
  let years = 2030;
  const releases = [{ subject: "water", release: "2026.1" }];
  const nextYear = (): string => {
    years += 1;
    return `${years}-12-31`;
  };
  const requestedRun = async (tenant: TenantIdentity, input: object = { period_end: nextYear(), releases }) =>
    (await call<{ id: string }>(previewFactorReleases, input, tenant)).id;
  const previewedRun = async (tenant: TenantIdentity, input?: object): Promise<string> => {
    const id = await requestedRun(tenant, input);
    await workRun(app.db.context(tenant), id);
    return id;
  };
  const runsWithLines = new Map<TenantIdentity, Promise<string>>();
  const runWithLines = async (tenant: TenantIdentity): Promise<string> => {
    const year = { period_end: "2026-12-31" };
    const { subjects } = await call<{ subjects: typeof releases }>(getFactorReleases, year, tenant);
    const known = subjects.map(({ subject, release }) => ({ subject, release }));
    return await previewedRun(tenant, { ...year, releases: known });
  };
  return [
    ["$factor_release_run_id", (tenant) => requestedRun(tenant)],
    ["$previewed_release_run_id", (tenant) => previewedRun(tenant)],
    [
      "$release_run_with_lines_id",
      async (tenant) => {
        const run = runsWithLines.get(tenant) ?? runWithLines(tenant);
        runsWithLines.set(tenant, run);
        return await run;
      },
    ],
    ["$energy_allocation_id", requestedAllocation],
    ["$energy_instrument_id", registeredInstrument(registerEnergyInstrument.example.input)],
    ["$uncancelled_energy_instrument_id", registeredInstrument(uncancelled)],
    ["$submitted_company_factor_id", submittedFactor],
    ["$company_factor_id", approvedFactor],
    ["$submitted_pcf_record_id", submitted],
    ["$pcf_record_id", approved],
    ["$supplier_id", registered],
    ["$supplier_invitation_token", async (tenant) => (await invited(tenant)).token],
    ["$connected_supplier_id", connected],
    ["$disclosing_supplier_id", disclosing],
  ];
}
