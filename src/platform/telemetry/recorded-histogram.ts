import { Histogram, type Registry } from "prom-client";

/** One series of a histogram, looked up once and told of each value. */
export interface Recorder {
  /** In the histogram's unit. */
  observe(value: number): void;
}

export interface RecordedHistogramOptions<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
  /** Upper bounds, ascending, inclusive. */
  readonly buckets: readonly number[];
  readonly registry: Registry;
}

type Labels<Label extends string> = Readonly<Record<Label, string>>;

class Series<Label extends string> implements Recorder {
  readonly labels: Labels<Label>;
  readonly #bounds: readonly number[];
  /** Not cumulative; the last one is beyond every bound. */
  readonly counts: Float64Array;
  sum = 0;

  constructor(labels: Labels<Label>, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? Infinity)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}

/** What the library writes as one line. */
interface Sample {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/**
 * A histogram whose series are kept by who counts. The library finds a series by a text that it builds of the labels, for
 * every value: microseconds and several allocations, which a request and a database session are not to cost. Only the
 * keeping differs; the text is the library's.
 */
export class RecordedHistogram<Label extends string = never> extends Histogram<Label> {
  readonly #options: RecordedHistogramOptions<Label>;
  readonly #series: Series<Label>[] = [];

  constructor(options: RecordedHistogramOptions<Label>) {
    const { name, help, labels, buckets, registry } = options;
    super({ name, help, labelNames: [...labels], buckets: [...buckets], registers: [registry] });
    this.#options = options;
  }

  /** A new series; the caller keeps it and asks once per set of labels. */
  series(labels: Labels<Label>): Recorder {
    const series = new Series(labels, this.#options.buckets);
    this.#series.push(series);
    return series;
  }

  /** What the registry writes, and what the library's own `get` is made of. */
  getForPromString(): Promise<unknown> {
    const { name, help } = this.#options;
    return Promise.resolve({
      name,
      help,
      type: "histogram",
      values: this.#series.flatMap((series) => this.#samples(series)),
    });
  }

  #samples({ labels, counts, sum }: Series<Label>): Sample[] {
    const { name, buckets } = this.#options;
    let seen = 0;
    const cumulative = [...buckets, "+Inf"].map((le, bucket) => {
      seen += counts[bucket] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: seen };
    });
    return [
      ...cumulative,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: seen },
    ];
  }
}
