import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { OpenSpan, SpanFacts, SpanKind, Tracing } from "../../core/tracing.ts";

/** What is still to be sent when the service stops may take so long. */
const SHUTDOWN_MS = 5_000;

const KINDS: Readonly<Record<SpanKind, Kind>> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

export interface OpenTracing extends Tracing {
  /** Sends what is left, for five seconds at most. Never rejects. */
  close(): Promise<void>;
}

/**
 * Traces to the collector that the OTEL_* variables name, as OTLP over HTTP in JSON. The libraries read those variables
 * themselves, by OpenTelemetry's specification. Nothing is global: several services in a process do not meet.
 */
export function openTracing(version: string): OpenTracing {
  const named = resourceFromAttributes({ "service.name": "carbon-ledger", "service.version": version });
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES decide over what is said here.
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer("carbon-ledger", version);
  const current = new AsyncLocalStorage<Context>();

  const begin: Tracing["begin"] = ({ name, kind, facts = {}, parent }) => {
    const above = parent === undefined ? (current.getStore() ?? ROOT_CONTEXT) : contextOf(parent);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, above);
    const inside = trace.setSpan(above, span);
    return { span: opened(span), run: (work) => current.run(inside, work), end: () => span.end() };
  };

  return {
    begin,
    async span(request, work) {
      const { span, run, end } = begin(request);
      try {
        return await run(() => work(span));
      } catch (error) {
        // The message may hold what a person wrote: its kind says enough.
        span.fail(error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        end();
      }
    },
    traceparent() {
      const span = trace.getSpanContext(current.getStore() ?? ROOT_CONTEXT);
      if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return null;
      return `00-${span.traceId}-${span.spanId}-01`;
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SHUTDOWN_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function opened(span: Span): OpenSpan {
  return {
    add: (facts: SpanFacts) => void span.setAttributes({ ...facts }),
    fail(type) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute("error.type", type);
    },
  };
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** W3C Trace Context, level 1, version 00; anything else begins a trace of its own. */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? "0", 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
