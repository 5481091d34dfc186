import type { Fact } from "../../datapoints/fact.ts";

/** Facts of one axis whose members are keys of rows: sites, subsidiaries, targets. */
export interface FactGrid {
  readonly keys: readonly string[];
  /** One fact of each concept (with its other members), for its label and unit. */
  readonly columns: readonly Fact[];
  /** The fact of that key in that column. */
  at(key: string, column: Fact): Fact | undefined;
}

/** A figure beside those of the base year and the year before (ESRS E1-6). */
export interface ComparedFact {
  readonly current: Fact;
  readonly base: Fact | undefined;
  readonly previous: Fact | undefined;
  readonly change: Fact | undefined;
}

/** What stands alone, what makes rows of a grid, what is compared over years. Each fact is in exactly one of them. */
export interface FactGroups {
  readonly plain: readonly Fact[];
  readonly grids: readonly FactGrid[];
  readonly compared: readonly ComparedFact[];
}

const PERIOD_AXIS = "cl:E1PeriodAxis";

export function groupFacts(facts: readonly Fact[]): FactGroups {
  const compared = comparedOf(facts);
  const taken = new Set(
    compared.flatMap(({ current, base, previous, change }) =>
      [current, base, previous, change].map((fact) => fact?.id),
    ),
  );
  const axes = new Map<string, Fact[]>();
  const plain: Fact[] = [];
  for (const fact of facts.filter(({ id }) => !taken.has(id))) {
    const [axis, ...others] = Object.keys(fact.dimensions).filter((name) => isKey(fact.dimensions[name] ?? ""));
    if (axis === undefined || others.length > 0) plain.push(fact);
    else axes.set(axis, [...(axes.get(axis) ?? []), fact]);
  }
  return { plain, grids: [...axes].map(([axis, rows]) => gridOf(axis, rows)), compared };
}

function comparedOf(facts: readonly Fact[]): ComparedFact[] {
  const of = (concept: string, member: string) =>
    facts.find((fact) => fact.concept === concept && fact.dimensions[PERIOD_AXIS] === member);
  return facts.flatMap((current) => {
    if (Object.keys(current.dimensions).length > 0) return [];
    const base = of(current.concept, "cl:BaseYearMember");
    const previous = of(current.concept, "cl:ComparativeMember");
    if (base === undefined && previous === undefined) return [];
    const change = facts.find(({ concept }) => concept === `${current.concept}Change`);
    return [{ current, base, previous, change }];
  });
}

/** Members that are listed have qualified names, with a prefix and no blank: vsme:RenewableEnergyMember. */
function isKey(member: string): boolean {
  return !/^[A-Za-z][\w-]*:[^\s:]+$/.test(member);
}

function gridOf(axis: string, facts: readonly Fact[]): FactGrid {
  const cells = new Map<string, Fact>();
  const columns = new Map<string, Fact>();
  const cell = (key: string, column: string) => `${key}\n${column}`;
  for (const fact of facts) {
    const column = columnOf(fact, axis);
    if (!columns.has(column)) columns.set(column, fact);
    cells.set(cell(fact.dimensions[axis] ?? "", column), fact);
  }
  return {
    keys: [...new Set(facts.map(({ dimensions }) => dimensions[axis] ?? ""))],
    columns: [...columns.values()],
    at: (key, column) => cells.get(cell(key, columnOf(column, axis))),
  };
}

/** The same concept with another member beside the key is another column. */
function columnOf(fact: Fact, axis: string): string {
  const others = Object.entries(fact.dimensions).filter(([name]) => name !== axis);
  return [fact.concept, ...others.flat()].join(" ");
}
