import { roundedTo, tonnesOf } from "../../../../core/quantity.ts";
import { methodName, scope2PartName } from "../../presentation/label-texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { unknownPlaces } from "../../presentation/unknown-places.ts";
import { type Cell, figure, type Sheet, table, text, year } from "./spreadsheet.ts";
import type { Words } from "./texts.ts";

/** Emission factors with their sources and licences, and the emissions that each stands behind. */
export function factorsSheet({ factors }: ReportDocument, words: Words): Sheet {
  return table(
    words("sheet.factors"),
    [
      [words("factor"), 52],
      [words("per_unit"), 16],
      [words("unit"), 12],
      [words("region"), 10],
      [words("year"), 8],
      [words("emission"), 18],
      [words("entries"), 12],
      [words("source"), 48],
      [words("licence"), 18],
      [words("address"), 40],
      [words("gwp_set"), 10],
      [words("key"), 40],
      [words("hash"), 68],
    ],
    factors.map((factor) => [
      text(factor.name),
      figure(factor.kg_co2e_per_unit),
      text(factor.unit),
      text(factor.region),
      year(factor.year),
      figure(factor.value),
      figure(factor.entry_count),
      text(factor.source),
      text(factor.licence),
      text(factor.source_url),
      factor.gwp_set === null ? null : text(factor.gwp_set),
      text(factor.key),
      text(factor.content_hash),
    ]),
  );
}

/** What scope 2 rests on, by both methods; no sheet for what was frozen before it was told. */
export function scope2Sheet({ scope2_parts }: ReportDocument, words: Words): Sheet[] {
  if (scope2_parts === undefined || scope2_parts.length === 0) return [];
  return [
    table(
      "Scope 2",
      [
        [words("scope2.rests_on"), 48],
        [words("description"), 40],
        [words("scope2.mwh"), 16],
        [words("scope2.market"), 20],
        [words("scope2.location"), 20],
        [words("scope2.share"), 20],
        [words("entries"), 12],
        [words("key"), 40],
      ],
      scope2_parts.map((part) => [
        text(part.name ?? words(`scope2.kind.${part.kind}`)),
        text(scope2PartName(part, words)),
        figure(part.mwh),
        figure(part.market_based),
        figure(part.location_based),
        figure(part.share_pct),
        figure(part.entry_count),
        part.instrument_id === null ? null : text(part.instrument_id),
      ]),
    ),
  ];
}

/** What the standard asks for and nobody has given, what matters most first. */
export function missingSheet({ missing_inputs }: ReportDocument, words: Words): Sheet {
  return table(
    words("missing"),
    [
      [words("datapoint"), 52],
      [words("description"), 80],
      [words("kg_at_stake"), 18],
      [words("datapoints_at_stake"), 18],
    ],
    missing_inputs.map(({ datapoint, description, kg_co2e_at_stake, datapoints_at_stake }) => [
      text(datapoint),
      text(description),
      figure(kg_co2e_at_stake),
      figure(datapoints_at_stake),
    ]),
  );
}

/** What the figures rest on: methods, data quality, and the hashes by which they can be verified. */
export function auditSheet(document: ReportDocument, words: Words): Sheet {
  const { audit_head, data_quality: quality, methods } = document;
  const rows: (readonly (Cell | null)[])[] = [
    [text(words("sheet.audit"), "title")],
    [],
    [text(words("snapshot"), "strong"), text(document.snapshot_id)],
    [text(words("audit_seq"), "strong"), figure(audit_head.seq)],
    [text(words("audit_hash"), "strong"), text(audit_head.hash)],
    [text(words("frozen"), "strong"), text(document.frozen_at)],
    [text(words("format"), "strong"), text(document.report_format)],
    ...(document.taxonomy === null ? [] : [[text(words("taxonomy"), "strong"), text(document.taxonomy)]]),
    [text(words("verify"), "strong"), text(words("verify_text"))],
    [],
    [text(words("quality"), "title")],
    [],
    [text(words("score"), "strong"), figure(quality.score)],
    ...shareRows(quality, words),
    [text(words("entries"), "strong"), figure(quality.entry_count)],
    [text(words("months_with_data"), "strong"), figure(quality.months_with_data)],
    ...reachRows(document, words),
    ...unknownRow(document, words),
    [text(words("pending"), "strong"), figure(quality.pending_review_count)],
    ...restatementsRow(document, words),
    [text(words("fallback"), "strong"), figure(quality.market_based_fallback_count)],
    ...factorRows(document, words),
    [],
    [text(words("methods"), "title")],
    [],
    (["method", "scope", "emission", "entries"] as const).map((name) => text(words(name), "heading")),
    ...methods.map(({ scope, calculation_method, value, entry_count }) => [
      text(methodName(calculation_method, words)),
      text(scope),
      figure(value),
      figure(entry_count),
    ]),
  ];
  return { name: words("sheet.audit"), widths: [44, 70, 20, 14], rows, is_table: false };
}

/** Nothing in documents that were frozen before it was told; days as ISO dates. */
function reachRows({ total_facts }: ReportDocument, words: Words): (Cell | null)[][] {
  const { is_complete, data_from = null, data_to = null } = total_facts ?? {};
  if (is_complete === undefined) return [];
  return [
    [text(words("data_days"), "strong"), text(data_from ?? "\u2013"), text(data_to ?? "\u2013")],
    [text(words("is_complete"), "strong"), text(words(`is_complete.${is_complete}`))],
  ];
}

/** Nothing in documents that were frozen before it was told. */
function unknownRow({ total_facts, language }: ReportDocument, words: Words): (Cell | null)[][] {
  const unknown = total_facts?.unknown;
  return unknown === undefined
    ? []
    : [[text(words("unknown_places"), "strong"), text(unknownPlaces(unknown, language))]];
}

/** Nothing in documents that were frozen before it was told. */
function restatementsRow({ total_facts }: ReportDocument, words: Words): (Cell | null)[][] {
  const pending = total_facts?.pending_restatement_count;
  return pending === undefined ? [] : [[text(words("restatements_pending"), "strong"), figure(pending)]];
}

/** Nothing in documents that were frozen before it was told. */
function factorRows({ total_facts }: ReportDocument, words: Words): (Cell | null)[][] {
  const of = (label: string, kg: number | undefined) =>
    kg === undefined ? [] : [[text(label, "strong"), figure(roundedTo(tonnesOf(kg), 3))]];
  return [
    ...of(words("substituted"), total_facts?.spend_region_substituted_kg),
    ...of(words("distant"), total_facts?.factor_year_distant_kg),
  ];
}

/** Which share of the emissions rests on what; together 100 %. */
function shareRows(
  { method_shares, primary_share_pct = null, spend_share_pct = null }: ReportDocument["data_quality"],
  words: Words,
): (Cell | null)[][] {
  if (method_shares === undefined) {
    return [
      [text(words("primary_share"), "strong"), figure(primary_share_pct)],
      [text(words("spend_share"), "strong"), figure(spend_share_pct)],
    ];
  }
  return method_shares.map(({ group, share_pct }) => [text(words(`share.${group}`), "strong"), figure(share_pct)]);
}
