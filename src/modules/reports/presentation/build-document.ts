import { type Decimal, decimal, roundedNumber, roundedTo } from "../../../core/quantity.ts";
import { dataQuality } from "../datapoints/data-quality.ts";
import { documentNotes } from "./document-notes.ts";
import { restatedRows } from "./document-restated.ts";
import { scope2Parts } from "./document-scope2.ts";
import { categoryRows, DECIMALS, monthRows, scope3Rows, tonnes, unknownScopes, yearRows } from "./document-sums.ts";
import { targetRows } from "./document-targets.ts";
import type { EnergyCarrier } from "../datapoints/energy.ts";
import { contradictions } from "../datapoints/contradictions.ts";
import { yearDoubts } from "../datapoints/ledger-doubts.ts";
import { missingDatapoints, type ReportFacts, reportFacts } from "../datapoints/report-facts.ts";
import type { ReportTerms } from "../report.ts";
import type { ReportDocument } from "./report-document.ts";
import { previousYear, reportedYear } from "../snapshot/snapshot-years.ts";
import { type Snapshot, snapshotId, tellsUnknown } from "../snapshot/snapshot.ts";

type DocumentTerms = Pick<ReportTerms, "standard_type" | "language">;

/**
 * The same snapshot and terms give the same document, member by member. Snapshots of format 4 give carbon-ledger-report/2, as
 * they did then.
 */
export function buildDocument(snapshot: Snapshot, terms: DocumentTerms): ReportDocument {
  const { facts, report_year, company } = snapshot;
  const { standard_type, language } = terms;
  const report = reportFacts(snapshot, terms);
  const { from, to } = reportedYear(snapshot);
  return {
    report_format: tellsUnknown(snapshot) ? "carbon-ledger-report/3" : "carbon-ledger-report/2",
    standard_type,
    standard_version: report.standard_version,
    taxonomy: report.taxonomy,
    report_year,
    language,
    company: { name: company.name, country: company.country, registration_number: report.registration_number },
    currency: report.currency,
    period: { from, to },
    ...previousPeriod(snapshot),
    frozen_at: snapshot.frozen_at,
    snapshot_id: snapshotId(snapshot),
    audit_head: { ...snapshot.audit_head },
    sections: [...report.sections],
    facts: [...report.facts],
    months: monthRows(snapshot),
    years: yearRows(snapshot),
    ...(snapshot.restated === undefined ? {} : { restated_years: restatedRows(snapshot) }),
    ...totalFacts(snapshot),
    categories: categoryRows(snapshot, language),
    scope3_categories: scope3Rows(snapshot, language),
    energy_carriers: report.carriers.flatMap((carrier) => carrierRows(carrier, snapshot, language)),
    targets: targetRows(snapshot, language),
    methods: facts.methods.map(({ scope, calculation_method, market_based_kg, entry_count }) => ({
      scope: String(scope),
      calculation_method,
      value: tonnes(market_based_kg),
      unit: "tCO2e",
      entry_count,
    })),
    data_quality: dataQuality(snapshot),
    ...scope2Parts(snapshot),
    factors: facts.factors.map(({ name_en, value, market_based_kg, ...factor }) => ({
      ...factor,
      name: snapshot.factor_names[factor.id]?.[language] ?? name_en,
      kg_co2e_per_unit: roundedNumber(value),
      value: tonnes(market_based_kg),
    })),
    missing_inputs: missingDatapoints(snapshot, report, language),
    ...(tellsUnknown(snapshot) ? wordsBeside(snapshot, report, language) : {}),
  };
}

function totalFacts({ beside }: Snapshot): Pick<ReportDocument, "total_facts"> {
  if (beside === undefined) return {};
  const { waiting, ...facts } = beside;
  return { total_facts: { ...facts, waiting: { ...waiting, money: [...waiting.money] } } };
}

function previousPeriod(snapshot: Snapshot): Pick<ReportDocument, "previous_period"> {
  if (snapshot.financial_year === undefined) return {};
  const previous = previousYear(snapshot);
  return { previous_period: previous === null ? null : { from: previous.from, to: previous.to } };
}

type WordsBeside = Required<Pick<ReportDocument, "coverage" | "warnings" | "notes">>;

/** What a reader must know beside the figures. */
function wordsBeside(snapshot: Snapshot, { datapoint_ids }: ReportFacts, language: "da" | "en"): WordsBeside {
  const unknown = unknownScopes(snapshot);
  const isWhole = yearDoubts(snapshot).length === 0 && unknown.length === 0;
  const whole = isWhole ? "complete" : "incomplete";
  return {
    coverage: {
      status: snapshot.is_year_over ? whole : "provisional",
      months_with_data: snapshot.facts.months_with_data,
      unknown_scopes: unknown.map((scope) => `${scope}` as const),
    },
    warnings: contradictions(snapshot)
      .filter(({ datapoints }) => datapoints.some((id) => datapoint_ids.has(id)))
      .map(({ code, message, datapoints }) => ({
        code,
        message: message[language],
        datapoints: datapoints.filter((id) => datapoint_ids.has(id)),
      })),
    notes: documentNotes(snapshot, language),
  };
}

const CONVERSIONS: Readonly<Record<EnergyCarrier["origin"], Readonly<Record<"da" | "en", string>>>> = {
  measured: { en: "measured as energy", da: "målt som energi" },
  published: { en: "published", da: "offentliggjort" },
  company: { en: "given by the company", da: "oplyst af virksomheden" },
  unknown: { en: "cannot be converted", da: "kan ikke omregnes" },
};

/** A carrier of which a part is renewable is two rows, so that the rows add up to the split. */
function carrierRows(
  carrier: EnergyCarrier,
  { category_names }: Snapshot,
  language: "da" | "en",
): ReportDocument["energy_carriers"] {
  const { category_key, unit, renewable_percent } = carrier;
  const source = carrier.source ?? CONVERSIONS[carrier.origin][language];
  const optional = (text: string | null) => (text === null ? null : roundedNumber(text));
  const parts: { renewable: boolean | null; percent: Decimal }[] =
    renewable_percent === null
      ? [{ renewable: null, percent: decimal(100) }]
      : [
          { renewable: true, percent: renewable_percent },
          { renewable: false, percent: decimal(100).minus(renewable_percent) },
        ];
  return parts
    .filter((part) => !part.percent.eq(0))
    .map((part) => {
      const share = (whole: Decimal | null) =>
        whole === null ? null : roundedTo(whole.times(part.percent).div(100), DECIMALS);
      return {
        carrier: category_key,
        name: category_names[category_key]?.[language] ?? category_key,
        renewable: part.renewable,
        quantity: share(carrier.quantity),
        unit: unit ?? "",
        mwh: share(carrier.mwh),
        density_kg_per_litre: optional(carrier.density_kg_per_litre),
        net_calorific_value_tj_per_gg: optional(carrier.net_calorific_value_tj_per_gg),
        source,
      };
    });
}
