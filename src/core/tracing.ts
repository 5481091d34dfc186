/** What a span is, in OpenTelemetry's words. */
export type SpanKind = "server" | "client" | "consumer" | "internal";

/** Facts of a span: names of our own vocabulary, never a value that a caller, a document or a key holds. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanRequest {
  readonly name: string;
  readonly kind: SpanKind;
  readonly facts?: SpanFacts;
  /** W3C traceparent of what this follows from, where it does not run inside of it; checked before it is used. */
  readonly parent?: string | undefined;
}

export interface OpenSpan {
  add(facts: SpanFacts): void;
  /** It did not go well; `type` is a word of ours. */
  fail(type: string): void;
}

/** Traces of what is done, for who collects them. Absent where nobody does: then nothing of it is loaded. */
export interface Tracing {
  /** Runs `work` inside a span, which ends with it; spans that are begun meanwhile are its children. */
  span<T>(request: SpanRequest, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  /** The same for work that tells its end by itself. */
  begin(request: SpanRequest): { readonly span: OpenSpan; run<T>(work: () => T): T; end(): void };
  /** W3C traceparent of the span that runs now; null: none does, or it is not recorded. */
  traceparent(): string | null;
}
