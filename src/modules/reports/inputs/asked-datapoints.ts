import type { Catalog } from "../../../core/catalog.ts";
import type { Context } from "../../../core/context.ts";
import { vsmeCatalog, type VsmeCatalog } from "../facts/catalog.ts";
import type { Datapoint } from "../facts/datapoint.ts";
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
  /** When it applies, in the words of facts/condition.ts. */
  readonly condition: string | null;
  /** What it is asked per; members are null where the company names its own rows. */
  readonly axis: { readonly name: string; readonly members: readonly Named[] | null } | null;
  /** Members of an enumeration or a set. */
  readonly options: readonly Named[];
  readonly rules: AnswerRules;
}

/** Parameters of the company's own energy carriers, by the categories of the emission catalog. */
const CARRIER_AXIS = "cl:EnergyCarrierAxis";

let vsme: ReadonlyMap<string, AskedDatapoint> | undefined;

/** Every datapoint by its id, in the order of the standards. */
export async function askedDatapoints(ctx: Pick<Context, "catalog">): Promise<ReadonlyMap<string, AskedDatapoint>> {
  vsme ??= ofVsme(vsmeCatalog());
  const carriers = carriersOf(await ctx.catalog());
  const asked = new Map(vsme);
  for (const [id, datapoint] of vsme) {
    if (datapoint.axis?.name === CARRIER_AXIS) asked.set(id, withMembers(datapoint, carriers));
  }
  return asked;
}

/** Whether people may answer it; where the ledger computes it as well, the answer goes before the ledger. */
export function takesAnswers({ source }: Pick<AskedDatapoint, "source">): boolean {
  return source !== "ledger" && source !== "derived";
}

function ofVsme(catalog: VsmeCatalog): ReadonlyMap<string, AskedDatapoint> {
  return new Map(catalog.datapoints.map((datapoint) => [datapoint.id, asked(catalog, datapoint)]));
}

function asked(catalog: VsmeCatalog, datapoint: Datapoint): AskedDatapoint {
  const { id, section, kind, unit, requirement, source, condition, axis_list, value_list } = datapoint;
  const options = value_list === null ? [] : namedIn(catalog, value_list);
  const members = axis_list === null || axis_list === "typed" ? null : namedIn(catalog, axis_list);
  // A row of one fixed member is asked once: the member is part of its id.
  const axis = axis_list === null || datapoint.axis === null ? null : { name: datapoint.axis, members };
  return {
    id,
    section,
    standard_types: section.startsWith("C") ? ["vsme_comprehensive"] : ["vsme_basic", "vsme_comprehensive"],
    label: { en: datapoint.label_en, da: datapoint.label_da },
    help: helpText(catalog, datapoint),
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

function withMembers(datapoint: AskedDatapoint, members: readonly Named[]): AskedDatapoint {
  const { axis, rules } = datapoint;
  if (axis === null) return datapoint;
  const known = { kind: "explicit", name: axis.name, members: new Set(names(members)) } as const;
  return { ...datapoint, axis: { ...axis, members }, rules: { ...rules, axis: known } };
}
