import { formatNumber } from "../../../../core/number-format.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { headlineDecimals, percentage } from "./print-format.ts";
import {
  added,
  isFormat2,
  marketTotal,
  monthsOf,
  percentOf,
  recordedTotal,
  reportYear,
  scopesOf,
  yearBefore,
  yearTitle,
} from "./sums.ts";
import type { Words } from "./texts.ts";

/** The year in a few sentences: what it adds up to, or why there is no such figure; the change; the largest source. */
export function leadOf(document: ReportDocument, words: Words): string {
  return [firstSentence(document, words), monthsSentence(document, words), changeOf(document, words)]
    .concat(largestOf(document, words), provisionalOf(document, words))
    .filter((text) => text !== "")
    .join(" ");
}

function isPartOfYear(document: ReportDocument): boolean {
  const { data_quality, coverage } = document;
  return (
    coverage?.status !== "complete" && data_quality.months_with_data < monthsOf(document) && coverage !== undefined
  );
}

function firstSentence(document: ReportDocument, words: Words): string {
  const { language, company, data_quality } = document;
  const year = reportYear(document);
  const [total, recorded] = [marketTotal(year), recordedTotal(year)];
  const figure = (value: number) => formatNumber(value, language, headlineDecimals([value]));
  const terms = { company: company.name, total: figure(total ?? recorded), year: yearTitle(document) };
  if (isFormat2(document)) return words("summary.lead", terms);
  if (scopesOf(year).some((value) => value !== null && value < 0)) return words("summary.lead.negative", terms);
  const scopes = namesOf(document, words, (value) => value !== null);
  if (scopes === "") return words("summary.lead.nothing", terms);
  const unknown = namesOf(document, words, (value) => value === null);
  const method = year.scope_2_market_based === null ? "" : words("summary.lead.method");
  if (unknown !== "") return words("summary.lead.scopes", { ...terms, scopes, unknown, method });
  if (!isPartOfYear(document)) return words("summary.lead", terms);
  return words("summary.lead.months", {
    ...terms,
    months: String(data_quality.months_with_data),
    of: String(monthsOf(document)),
  });
}

/** "Scope 1 and Scope 2" of the scopes of the report year whose figure passes. */
function namesOf(document: ReportDocument, words: Words, passes: (value: number | null) => boolean): string {
  const names = ([words("scope.1"), words("scope.2"), words("scope.3")] as const).filter((_, index) =>
    passes(scopesOf(reportYear(document))[index] ?? null),
  );
  const [last = "", ...others] = names.toReversed();
  return others.length === 0 ? last : `${others.toReversed().join(", ")} ${words("summary.and")} ${last}`;
}

/** Where the first sentence is about scopes, it does not say of how much of the year. */
function monthsSentence(document: ReportDocument, words: Words): string {
  const { months_with_data, entry_count } = document.data_quality;
  if (!isPartOfYear(document) || entry_count === 0 || marketTotal(reportYear(document)) !== null) return "";
  return words("summary.part", { months: String(months_with_data), of: String(monthsOf(document)) });
}

/** Only whole years are compared. */
function changeOf(document: ReportDocument, words: Words): string {
  const { language } = document;
  const years = [reportYear(document), yearBefore(document)];
  const [total = null, before = null] = years.map(marketTotal);
  if (total === null || before === null || total === before) return "";
  if (years.some(({ months_with_data, period }) => months_with_data < monthsOf({ period }))) return "";
  if (new Set(years.map(monthsOf)).size > 1) return "";
  const percent = percentage(percentOf(Math.abs(added([total, -before])), before), language);
  return words(total < before ? "summary.lower" : "summary.higher", { percent });
}

function largestOf(document: ReportDocument, words: Words): string {
  const [largest] = document.categories;
  if (largest === undefined || largest.value <= 0 || largest.share_pct === null) return "";
  // Of a part of the year or of the scopes nobody knows what is the largest source of all.
  const isWhole = isFormat2(document) || (marketTotal(reportYear(document)) !== null && !isPartOfYear(document));
  return words(isWhole ? "summary.largest" : "summary.largest.recorded", {
    name: largest.name,
    percent: percentage(largest.share_pct, document.language),
  });
}

function provisionalOf(document: ReportDocument, words: Words): string {
  const isProvisional = document.coverage?.status === "provisional";
  return isProvisional ? words("summary.provisional", { year: yearTitle(document) }) : "";
}

/** How many entries the figures rest on, and which share of the emissions rests on what: together 100 %. */
export function coverageOf(document: ReportDocument, words: Words): string {
  const { data_quality, language } = document;
  const { entry_count, months_with_data, method_shares } = data_quality;
  const [months, of] = [String(months_with_data), String(monthsOf(document))];
  if (method_shares === undefined) {
    return words("summary.coverage", {
      entries: formatNumber(entry_count, language),
      months,
      of,
      primary: percentage(data_quality.primary_share_pct ?? null, language),
      spend: percentage(data_quality.spend_share_pct ?? null, language),
    });
  }
  const count = { count: formatNumber(entry_count, language) };
  const entries = words(entry_count === 1 ? "basis.entry" : "basis.entries", count);
  const share = (group: string) =>
    percentage(method_shares.find((methodShare) => methodShare.group === group)?.share_pct ?? null, language);
  const shares = { supplier: share("supplier_or_direct"), quantity: share("quantity"), spend: share("spend") };
  return [
    words("summary.entries", { entries, months, of }),
    ...(method_shares.length === 0 ? [] : [words("summary.shares", shares)]),
  ].join(" ");
}
