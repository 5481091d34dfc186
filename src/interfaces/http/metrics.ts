const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

interface Series {
  readonly labels: string;
  readonly buckets: Uint32Array;
  count: number;
  sum_seconds: number;
}

/** Counts and durations of answered requests, by route pattern, method and status: a bounded number of series. */
export class HttpMetrics {
  readonly #series = new Map<string, Series>();

  /** `route` is the pattern ("/api/v1/emissions/:id/lineage"), never the path that was asked for. */
  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const labels = `method="${method}",route="${escapeLabel(route)}",status="${status}"`;
      series = { labels, buckets: new Uint32Array(BUCKETS_SECONDS.length), count: 0, sum_seconds: 0 };
      this.#series.set(key, series);
    }
    series.count += 1;
    series.sum_seconds += seconds;
    const bucket = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
  }

  /** Prometheus text exposition format 0.0.4, with gauges of the process and of the job queue, and `more` lines. */
  render(jobs: Readonly<Record<string, number>>, more: readonly string[]): string {
    const memory = process.memoryUsage();
    const cpu = process.cpuUsage();
    return [
      "# HELP http_request_duration_seconds Time from the request's first byte to the answer's last.",
      "# TYPE http_request_duration_seconds histogram",
      ...[...this.#series.values()].flatMap(histogramLines),
      "# HELP carbon_ledger_jobs Background jobs by state.",
      "# TYPE carbon_ledger_jobs gauge",
      ...Object.entries(jobs).map(([state, count]) => `carbon_ledger_jobs{state="${escapeLabel(state)}"} ${count}`),
      ...more,
      "# TYPE process_resident_memory_bytes gauge",
      `process_resident_memory_bytes ${memory.rss}`,
      "# TYPE nodejs_heap_size_used_bytes gauge",
      `nodejs_heap_size_used_bytes ${memory.heapUsed}`,
      "# TYPE process_cpu_seconds_total counter",
      `process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`,
      "# TYPE process_uptime_seconds gauge",
      `process_uptime_seconds ${process.uptime()}`,
      "",
    ].join("\n");
  }
}

function histogramLines(series: Series): string[] {
  let seen = 0;
  const lines = BUCKETS_SECONDS.map((bound, index) => {
    seen += series.buckets[index] ?? 0;
    return `http_request_duration_seconds_bucket{${series.labels},le="${bound}"} ${seen}`;
  });
  return [
    ...lines,
    `http_request_duration_seconds_bucket{${series.labels},le="+Inf"} ${series.count}`,
    `http_request_duration_seconds_sum{${series.labels}} ${series.sum_seconds}`,
    `http_request_duration_seconds_count{${series.labels}} ${series.count}`,
  ];
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
