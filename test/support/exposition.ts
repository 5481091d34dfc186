/** A scrape in Prometheus' text format, taken apart. */
export interface Exposition {
  /** Names in expressions: of a histogram those of its buckets, sum and count. */
  readonly names: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
  /** Value of the series with exactly this name and labels as written; undefined: it is not there. */
  value(series: string): number | undefined;
  /** Values of all series of a name, by their labels as written. */
  series(name: string): ReadonlyMap<string, number>;
}

export function exposition(text: string): Exposition {
  const names = new Set<string>();
  const labels = new Set<string>();
  const values = new Map<string, number>();
  for (const line of text.split("\n")) {
    const [, name, kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    if (name !== undefined) {
      for (const end of kind === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) names.add(`${name}${end}`);
    }
    const [, series, value] = /^([^#\s][^{]*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    if (series === undefined) continue;
    values.set(series, Number(value));
    for (const [, label = ""] of series.matchAll(/[{,]([a-z_]+)="/g)) labels.add(label);
  }
  return {
    names,
    labels,
    value: (series) => values.get(series),
    series: (name) => new Map([...values].filter(([series]) => series === name || series.startsWith(`${name}{`))),
  };
}

const WORDS = new Set([
  "by",
  "without",
  "on",
  "ignoring",
  "group_left",
  "group_right",
  "and",
  "or",
  "unless",
  "bool",
  "offset",
]);

/** What a PromQL expression names: metrics, and labels in matchers and groupings. */
export function namesIn(expression: string): {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
} {
  const labels = new Set<string>();
  const bare = expression
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
    .replaceAll(/\{([^}]*)\}/g, (_, matchers: string) => {
      for (const [, label = ""] of matchers.matchAll(/([a-zA-Z_]\w*)\s*(?:=~|!~|!=|=)/g)) labels.add(label);
      return "";
    })
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g, (_, list: string) => {
      for (const label of list.split(",")) labels.add(label.trim());
      return " ";
    });
  const words = [...bare.matchAll(/(?<![\w.])[a-zA-Z_:][\w:]*(?!\s*\(|\w)/g)].map(([word]) => word);
  return { metrics: words.filter((word) => !WORDS.has(word)), labels: [...labels] };
}
