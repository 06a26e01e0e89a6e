import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Value = string | number | boolean | Value[];

/** A span as the receiver of traces gets it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** As in the protocol: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly isFailed: boolean;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly resource: Readonly<Record<string, Value>>;
}

/** Receives traces over HTTP as JSON, as a collector of OpenTelemetry does. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  /** The status of the responses. */
  status = 200;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new OtlpReceiver(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      receiver.requests.push({ path: request.url!, headers: request.headers, body });
      if (request.headers['content-type'] === 'application/json')
        receiver.add(JSON.parse(body.toString()) as Sent);
      response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}');
    });
    return receiver;
  }

  /** The spans of a trace. */
  of(traceId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** The names of a trace as a tree: those of siblings in the order of their start. */
  tree(traceId: string, parentSpanId = ''): Tree {
    const children = this.of(traceId).filter((span) => span.parentSpanId === parentSpanId);
    return children.map(({ name, spanId }) => [name, this.tree(traceId, spanId)]);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private add({ resourceSpans }: Sent): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          parentSpanId: span.parentSpanId ?? '',
          attributes: record(span.attributes),
          isFailed: span.status?.code === 2,
          links: span.links ?? [],
          resource: record(resource.attributes),
        });
    this.spans.sort((a, b) => Number(startOf(a) - startOf(b)));
  }
}

export type Tree = [name: string, children: Tree][];

interface SentValue {
  stringValue?: string;
  intValue?: number;
  doubleValue?: number;
  boolValue?: boolean;
  arrayValue?: { values: SentValue[] };
}

type SentAttributes = { key: string; value: SentValue }[];

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttributes };
    scopeSpans: {
      spans: {
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        name: string;
        kind: number;
        attributes: SentAttributes;
        status?: { code?: number };
        links?: { traceId: string; spanId: string }[];
      }[];
    }[];
  }[];
}

const startOf = (span: object) => BigInt((span as { startTimeUnixNano: string }).startTimeUnixNano);

function record(attributes: SentAttributes): Record<string, Value> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));
}

function valueOf({ stringValue, intValue, doubleValue, boolValue, arrayValue }: SentValue): Value {
  return stringValue ?? intValue ?? doubleValue ?? boolValue ?? arrayValue!.values.map(valueOf);
}
