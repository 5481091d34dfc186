import type { Catalog } from "../../../core/catalog.ts";
import type { Context } from "../../../core/context.ts";
import { vsmeCatalog, type VsmeCatalog } from "../datapoints/catalog.ts";
import type { Datapoint } from "../datapoints/datapoint.ts";
import { esrsE1 } from "../datapoints/esrs-e1-catalog.ts";
import type { STANDARD_TYPES } from "../report.ts";
import { type AnswerRules, rulesOf } from "./answer-rules.ts";
import { helpText } from "./help-text.ts";

type InBothLanguages = Readonly<Record<"da" | "en", string>>;

export interface Named {
  readonly name: string;
  readonly label: InBothLanguages;
}

/** A datapoint that a standard asks for, with all that answering it needs. */
export interface AskedDatapoint {
  readonly id: string;
  readonly section: string;
  readonly standard_types: readonly (typeof STANDARD_TYPES)[number][];
  readonly label: InBothLanguages;
  readonly help: InBothLanguages;
  readonly kind: Datapoint["kind"];
  readonly unit: string | null;
  readonly requirement: Datapoint["requirement"];
  readonly source: Datapoint["source"];
  /** When it applies, in the words of datapoints/condition.ts. */
  readonly condition: string | null;
  /** What it is asked per; members are null where the company names its own rows. */
  readonly axis: { readonly name: string; readonly members: readonly Named[] | null } | null;
  /** Members of an enumeration or a set. */
  readonly options: readonly Named[];
  readonly rules: AnswerRules;
}

/** Parameters of the company's own energy carriers, by the categories of the emission catalog. */
const CARRIER_AXIS = "cl:EnergyCarrierAxis";

/** Answers of VSME that the climate chapter is computed from as well. */
const SHARED_WITH_CSRD: ReadonlySet<string> = new Set([
  "RegistrationNumber",
  "ReportCurrency",
  "Turnover",
  "EmissionsStatedAsNone",
  "EntriesCoverTheYear",
]);

type Standard = "VSME" | "ESRS E1";
type StandardTypes = AskedDatapoint["standard_types"];

/** By catalog, which is made once per standard and version. */
const askedByCatalog = new WeakMap<VsmeCatalog, readonly AskedDatapoint[]>();

/** Every datapoint by its id, in the order of the standards; the climate chapter as it is numbered for the year. */
export async function askedDatapoints(
  ctx: Pick<Context, "catalog">,
  report_year: number,
): Promise<ReadonlyMap<string, AskedDatapoint>> {
  const carriers = carriersOf(await ctx.catalog());
  const all = [...ofCatalog(vsmeCatalog(), "VSME"), ...ofCatalog(esrsE1(report_year).catalog, "ESRS E1")];
  return new Map(
    all.map((datapoint) => [
      datapoint.id,
      datapoint.axis?.name === CARRIER_AXIS ? withMembers(datapoint, datapoint.axis.name, carriers) : datapoint,
    ]),
  );
}

/** Whether people may answer it; where the ledger computes it as well, the answer goes before the ledger. */
export function takesAnswers({ source }: Pick<AskedDatapoint, "source">): boolean {
  return source !== "ledger" && source !== "derived";
}

function ofCatalog(catalog: VsmeCatalog, standard: Standard): readonly AskedDatapoint[] {
  const made =
    askedByCatalog.get(catalog) ?? catalog.datapoints.map((datapoint) => asked(catalog, datapoint, standard));
  askedByCatalog.set(catalog, made);
  return made;
}

function asked(catalog: VsmeCatalog, datapoint: Datapoint, standard: Standard): AskedDatapoint {
  const { id, section, kind, unit, requirement, source, condition, axis_list, value_list } = datapoint;
  const options = value_list === null ? [] : namedIn(catalog, value_list);
  const members = axis_list === null || axis_list === "typed" ? null : namedIn(catalog, axis_list);
  // A row of one fixed member is asked once: the member is part of its id.
  const axis = axis_list === null || datapoint.axis === null ? null : { name: datapoint.axis, members };
  return {
    id,
    section,
    standard_types: standard === "ESRS E1" ? ["csrd"] : standardTypes(datapoint),
    label: { en: datapoint.label_en, da: datapoint.label_da },
    help: helpText(catalog, datapoint, standard),
    kind,
    unit,
    requirement,
    source,
    condition,
    axis,
    options,
    rules: rulesOf(datapoint, axis, names(options)),
  };
}

/** Which reports ask for a datapoint of VSME: the basic module is part of the comprehensive one. */
function standardTypes({ id, section, axis }: Datapoint): StandardTypes {
  if (section.startsWith("C")) return ["vsme_comprehensive"];
  const isShared = SHARED_WITH_CSRD.has(id) || axis === CARRIER_AXIS;
  return isShared ? ["vsme_basic", "vsme_comprehensive", "csrd"] : ["vsme_basic", "vsme_comprehensive"];
}

function namedIn(catalog: VsmeCatalog, list: string): Named[] {
  const members = catalog.lists.get(list)?.values() ?? [];
  return [...members].map(({ member, label_en, label_da }) => ({
    name: member,
    label: { en: label_en, da: label_da ?? label_en },
  }));
}

function names(list: readonly Named[]): string[] {
  return list.map(({ name }) => name);
}

/** Categories of fuels and purchased energy. */
function carriersOf(catalog: Catalog): Named[] {
  return catalog.categories().flatMap(({ key, level, default_scope, name_en, name_da }) => {
    const isEnergy = level === 3 && (default_scope === 1 || default_scope === 2);
    return isEnergy ? [{ name: key, label: { en: name_en, da: name_da } }] : [];
  });
}

function withMembers(datapoint: AskedDatapoint, name: string, members: readonly Named[]): AskedDatapoint {
  const axis = { kind: "explicit", name, members: new Set(names(members)) } as const;
  return { ...datapoint, axis: { name, members }, rules: { ...datapoint.rules, axis } };
}
