import type { Catalog, EmissionCategory, EmissionFactor } from "../../core/catalog.ts";
import type { CalculatedEntry, CalculationRequest, CalculationResult, CalculationSettings } from "./calculation.ts";
import { activityBasis, activityEntries } from "./calculation-activity.ts";
import { buildEntry, type EntryBasis, type EntryClassification } from "./calculation-entry.ts";
import { chooseActivityFactor } from "./calculation-factors.ts";
import { documentYear, yearOf } from "./calculation-version.ts";
import { figureAsFactor } from "./figure-as-factor.ts";
import type { CompanyFactorChoice } from "./choose-company-factor.ts";
import type { CompanyFactor } from "./company-factors.ts";
import { spendBasis } from "./spend.ts";
import { STATED_SCORES } from "./stated-entry.ts";

interface Tables {
  readonly category: EmissionCategory;
  readonly catalog: Catalog;
  readonly settings: CalculationSettings;
}

const NO_UPSTREAM = "A company's own factor counts the activity itself, and no upstream factor counts this unit.";

/**
 * The entries of a line that a factor of the company counts: kg CO2e = quantity [factor's unit] x factor, or amount excluding
 * VAT [factor's currency] x factor, never deflated, times the share of the period. In scope 1 and 2 the scope 3 category 3
 * entries are those of the catalogue; what the factor says is the market-based figure too. Null: no factor was chosen.
 */
export function companyResult(
  classification: EntryClassification,
  choice: CompanyFactorChoice,
  request: CalculationRequest,
  tables: Tables,
): CalculationResult | null {
  if (choice.kind === "none") return null;
  if (choice.kind === "review") return choice;
  if (choice.kind === "money") return byMoney(classification, choice.factor, request, tables);
  return { kind: "calculated", entries: byQuantity(classification, choice, request, tables) };
}

function byQuantity(
  classification: EntryClassification,
  { factor, stated, path }: Extract<CompanyFactorChoice, { kind: "quantity" }>,
  request: CalculationRequest,
  { category, catalog, settings }: Tables,
): CalculatedEntry[] {
  const frozen = asFactor(factor, classification, request);
  const upstream =
    classification.scope === 3 ? [] : upstreamEntries(classification, category, request, { catalog, settings });
  const note = classification.scope !== 3 && upstream.length === 0 ? { upstream_note: NO_UPSTREAM } : {};
  const basis = activityBasis({ factor: frozen, stated, path, steps: [] }, request, note);
  const { method } = factor;
  return [entry(classification, factor, frozen, { ...basis, method, score: STATED_SCORES[method] }), ...upstream];
}

function upstreamEntries(
  classification: EntryClassification,
  category: EmissionCategory,
  request: CalculationRequest,
  { catalog, settings }: Pick<Tables, "catalog" | "settings">,
): CalculatedEntry[] {
  const choice = chooseActivityFactor(category, request, catalog, settings);
  return choice.kind === "match"
    ? activityEntries(classification, choice.match, request, { catalog, settings }).slice(1)
    : [];
}

function byMoney(
  classification: EntryClassification,
  factor: CompanyFactor,
  request: CalculationRequest,
  { catalog }: Tables,
): CalculationResult {
  const frozen = asFactor(factor, classification, request);
  // Of the document's own year and country: the company's figure is taken as it is, at the prices of its validity.
  const undeflated = { ...frozen, valid_year: yearOf(request), region: request.region };
  const outcome = spendBasis(
    { ...undeflated, currency: factor.unit, price_year: documentYear(request) },
    request,
    catalog,
  );
  if (outcome.kind === "review") return outcome;
  return {
    kind: "calculated",
    entries: [entry(classification, factor, frozen, { ...outcome.basis, score: STATED_SCORES.average_data })],
  };
}

function entry(
  classification: EntryClassification,
  factor: CompanyFactor,
  frozen: EmissionFactor,
  { inputs, conversions, ...basis }: EntryBasis,
): CalculatedEntry {
  const { id, name, source, valid_from, valid_to, verified_by, is_self_approved } = factor;
  const approval = is_self_approved ? " It was approved by the one who stated it." : "";
  const note = `The company's own factor, from ${source}, valid from ${valid_from} to ${valid_to}.${approval}`;
  const step = { kind: "choice" as const, from: "factor", to: name, factor: null, note };
  const stated = {
    factor_source: "company",
    company_factor_id: id,
    valid_from,
    valid_to,
    verified_by,
    self_approved: is_self_approved,
  };
  return buildEntry(
    classification,
    frozen,
    {
      ...basis,
      inputs: { ...inputs, ...stated },
      conversions: [step, ...conversions],
    },
    // Heat, steam and cooling: the network's own figure is the market-based one too.
    classification.scope === 2 ? { factor: frozen } : null,
  );
}

function asFactor(
  factor: CompanyFactor,
  classification: EntryClassification,
  request: CalculationRequest,
): EmissionFactor {
  const { id, name, year, kg_co2e_per_unit, unit, content_hash } = factor;
  // Lineages and reports name the source of each factor: whose it is, and that nobody else approved it, stands with it.
  const source = `${factor.source} (the company's own factor${factor.is_self_approved ? ", approved by who stated it" : ""})`;
  return figureAsFactor({
    id,
    key: `company.${classification.category_key}`,
    release: String(year),
    name_en: name,
    name_da: name,
    scope: classification.scope,
    scope3_category: classification.scope3_category,
    unit,
    kg_co2e_per_unit,
    biogenic_co2_kg: factor.biogenic_co2_kg_per_unit,
    region: factor.country ?? request.region,
    valid_year: year,
    boundary: null,
    gwp_set: null,
    source,
    source_url: `urn:uuid:${id}`,
    licence: "Stated to the company",
    content_hash,
  });
}
