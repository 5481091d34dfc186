import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** OTLP's numbers: 1 internal, 2 server, 3 client, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector that takes OTLP/HTTP in JSON, as OpenTelemetry's own does on port 4318. */
export interface TraceCollector {
  readonly endpoint: string;
  readonly spans: readonly CollectedSpan[];
  /** Everything that arrived, as it arrived, headers included. */
  received(): string;
  close(): Promise<void>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, "attributes" | "resource"> & {
        readonly attributes: readonly KeyValue[];
      })[];
    }[];
  }[];
}

export async function traceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  let text = "";
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      text += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}\n`;
      // The shape of OTLP's ExportTraceServiceRequest; a wrong one makes the test fail where it looks for spans.
      for (const { resource, scopeSpans } of (JSON.parse(body) as Request).resourceSpans) {
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
          spans.push({ ...span, attributes: recordOf(span.attributes), resource: recordOf(resource.attributes) });
        }
      }
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A listening TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    received: () => text,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

function recordOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
