import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { attestReport } from "../modules/reports/attest-report.ts";
import { getReportAttestations } from "../modules/reports/get-report-attestations.ts";
import { listReports } from "../modules/reports/list-reports.ts";
import { addTiltag } from "../modules/scenarios/add-tiltag.ts";
import { approveScenario } from "../modules/scenarios/approve-scenario.ts";
import { createScenarioDraft } from "../modules/scenarios/create-scenario-draft.ts";
import { listScenarios } from "../modules/scenarios/list-scenarios.ts";
import { rejectScenario } from "../modules/scenarios/reject-scenario.ts";
import { submitScenarioForReview } from "../modules/scenarios/submit-scenario-for-review.ts";
import { ATTESTED_REPORT } from "./reports.ts";

/** The consultant's proposals, one in each state that a proposal can have. Names and figures are made up. */
const PROPOSALS = [
  {
    until: "draft",
    scenario: { name: "Kun tog til messer inden for 1.000 km", base_year: 2025, target_year: 2028 },
    tiltag: { name: "Nattog til Milano", category_id: "transport.travel", reduction_pct: 40, start_year: 2026 },
  },
  {
    until: "pending_review",
    scenario: { name: "Varmepumpe til malerværkstedet", base_year: 2025, target_year: 2030 },
    tiltag: {
      name: "Varmepumpe i stedet for fjernvarme",
      category_id: "energy.heat",
      reduction_pct: 60,
      start_year: 2027,
      capex_dkk: 640_000,
      annual_savings_dkk: 74_000,
      lifetime_years: 18,
      discount_rate_pct: 4,
    },
  },
  {
    until: "approved",
    scenario: { name: "Vedvarende strøm på kontrakt", base_year: 2025, target_year: 2029 },
    tiltag: {
      name: "Tiårig kontrakt med en dansk vindmøllepark",
      category_id: "energy.electricity",
      reduction_pct: 70,
      start_year: 2027,
      annual_opex_dkk: 9_000,
    },
  },
  {
    until: "rejected",
    scenario: { name: "Flyt værkstedet til en ny bygning", base_year: 2025, target_year: 2030 },
    tiltag: {
      name: "Ny lavenergibygning",
      category_id: "energy",
      reduction_pct: 55,
      start_year: 2029,
      capex_dkk: 21_000_000,
      annual_savings_dkk: 180_000,
      lifetime_years: 40,
      discount_rate_pct: 4,
    },
  },
] as const;

const named = z.object({ items: z.array(z.object({ name: z.string() })) });
const reports = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      sha256: z.string(),
      standard_type: z.string(),
      language: z.string(),
      format: z.string(),
    }),
  ),
});
const items = z.object({ items: z.array(z.unknown()) });
const made = z.object({ id: z.uuid() });

/** The consultant proposes scenarios and the company decides on some of them; what is there already stays. */
export async function loadProposals(company: Context, consultant: Context): Promise<void> {
  const scenarioNames = new Set(named.parse(await invoke(listScenarios, consultant, {})).items.map(({ name }) => name));
  for (const { until, scenario, tiltag } of PROPOSALS.filter(
    (proposal) => !scenarioNames.has(proposal.scenario.name),
  )) {
    const { id } = made.parse(await invoke(createScenarioDraft, consultant, scenario));
    await invoke(addTiltag, consultant, { ...tiltag, scenario_id: id });
    if (until === "draft") continue;
    await invoke(submitScenarioForReview, consultant, { scenario_id: id });
    if (until === "approved") await invoke(approveScenario, company, { id });
    if (until === "rejected") await invoke(rejectScenario, company, { id });
  }
}

/** The consultant signs the company's printed report off, unless somebody did; where none can be printed, its data. */
export async function loadAttestation(consultant: Context): Promise<void> {
  const { items: listedReports } = reports.parse(await invoke(listReports, consultant, {}));
  const { standard_type, language, format } = ATTESTED_REPORT;
  const same = listedReports.filter(
    (candidate) => candidate.standard_type === standard_type && candidate.language === language,
  );
  const report =
    same.find((candidate) => candidate.format === format) ?? same.find((candidate) => candidate.format === "json");
  if (report === undefined) return;
  const { id: report_id, sha256 } = report;
  if (items.parse(await invoke(getReportAttestations, consultant, { report_id })).items.length > 0) return;
  await invoke(attestReport, consultant, {
    report_id,
    sha256,
    name: "Anne Demo",
    role: "Statsautoriseret revisor (demonstration)",
    engagement_type: "limited",
    standard: "ISAE 3410",
    statement:
      "Kun til demonstration: vi er ikke blevet bekendt med forhold, der giver os grund til at mene, at tallene for scope 1 og 2 " +
      "ikke i alle væsentlige henseender er opgjort efter den anførte metode.",
  });
}
