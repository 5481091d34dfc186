import type { Datapoint } from "../datapoints/datapoint.ts";
import { TEXT_MAX } from "./report-input.ts";

/** Which members a datapoint is asked for: a fixed list, rows with keys of the company's own, or none. */
export type AnswerAxis =
  | { readonly kind: "explicit"; readonly name: string; readonly members: ReadonlySet<string> }
  | { readonly kind: "typed"; readonly name: string };

export interface TextFormat {
  readonly fits: (text: string) => boolean;
  readonly message: string;
}

/** What an answer to a datapoint must be. */
export interface AnswerRules {
  readonly datapoint: string;
  readonly kind: Datapoint["kind"];
  /** Numbers: inclusive bounds, in the datapoint's unit. */
  readonly minimum: number;
  readonly maximum: number;
  readonly is_whole: boolean;
  /** Longest text, characters; a text of one line has no line breaks. */
  readonly text_max: number;
  readonly is_one_line: boolean;
  /** A form that a text must have, and how to say so; null: any. */
  readonly format: TextFormat | null;
  /** Members of an enumeration or a set, in the catalog's order. */
  readonly options: ReadonlySet<string>;
  readonly axis: AnswerAxis | null;
}

/** Keys that companies give their rows: they become parts of ids in every form of a report. */
export const ROW_KEY = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/;

/** Beyond any quantity of a company that VSME is for; below the point where numbers lose their units' digit. */
const NUMBER_MAX = 1e15;
/** Smallest figure other than 0: below it nothing is measured, and what is divided by it has more digits than a page. */
export const NUMBER_MIN = 1e-9;
const LINE_MAX = 500;

type Range = Pick<AnswerRules, "minimum" | "maximum" | "is_whole">;

const AMOUNT: Range = { minimum: 0, maximum: NUMBER_MAX, is_whole: false };
const COUNT: Range = { ...AMOUNT, is_whole: true };

/** Quantities, money and numbers of people are not negative; what differs is listed by concept. */
const RANGES: Readonly<Record<string, Range>> = {
  // (men - women) / men x 100: negative where women earn more, and without a lower bound of its own.
  "vsme:PercentageGapInPayBetweenFemaleAndMaleEmployees": { minimum: -10_000, maximum: 100, is_whole: false },
  // Those who left / average number: more than 100 % where places are filled several times a year.
  "vsme:EmployeeTurnoverRate": { minimum: 0, maximum: 10_000, is_whole: false },
  "vsme:NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod": COUNT,
  "vsme:NumberOfFatalitiesAsAResultOfWorkRelatedInjuriesAndWorkRelatedIllHealth": COUNT,
  "vsme:TotalNumberOfConvictionsForTheViolationOfAntiCorruptionAndAntiBriberyLaws": COUNT,
};

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

const FORMATS: Readonly<Record<string, TextFormat>> = {
  "cl:ReportCurrency": {
    fits: (text) => CURRENCIES.has(text),
    message: "must be an ISO 4217 code, e.g. DKK",
  },
  "cl:RegistrationNumber": {
    fits: (text) => /^[A-Z0-9][A-Z0-9 .-]{1,39}$/i.test(text),
    message: "must be the number of the company register, e.g. 29189846 (CVR)",
  },
};

/** Texts that the taxonomy has no type of their own for, although they are one line: names, addresses, links. */
const LINES =
  /^(NameOf|AddressOf|RegisteredAddressOf|PostalCodeOf|CityOf|GPSLocationOf|URLOrLinkTo|LinkTo|OtherUndertakingsLegalForm)/;

/** The rules of a datapoint; `axis` is what it is asked per, and members are null where companies name their own rows. */
export function rulesOf(
  datapoint: Datapoint,
  axis: { readonly name: string; readonly members: readonly { readonly name: string }[] | null } | null,
  options: readonly string[],
): AnswerRules {
  const { id, kind, unit, concept, decimals } = datapoint;
  const amount = decimals === 0 ? COUNT : AMOUNT;
  const format = FORMATS[concept] ?? null;
  const is_one_line = kind === "text" && (format !== null || LINES.test(concept.replace(/^\w+:/, "")));
  return {
    datapoint: id,
    kind,
    ...(RANGES[concept] ?? (unit === "percent" ? { ...amount, maximum: 100 } : amount)),
    text_max: is_one_line ? LINE_MAX : TEXT_MAX,
    is_one_line,
    format,
    options: new Set(options),
    axis: axis === null ? null : axisOf(axis.name, axis.members),
  };
}

function axisOf(name: string, members: readonly { readonly name: string }[] | null): AnswerAxis {
  if (members === null) return { kind: "typed", name };
  return { kind: "explicit", name, members: new Set(members.map((member) => member.name)) };
}
