import { setTimeout as delay } from 'node:timers/promises';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  TracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TraceExport } from '../config/monitoring/tracing.config';
import { packageVersion } from '../config/version';
import { newUuid } from '../crypto/random';
import type { Log } from '../logging/log';
import { setTracer } from './tracing';
import { WatchedExporter } from './watched-exporter';

/** The end of a process does not wait longer for its last spans. */
const FLUSH_MS = 2_000;

export interface Tracing {
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
  /** Sends the last spans, for at most two seconds. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Begins to record and send spans. The packages of OpenTelemetry are loaded here, and only then (decision 0122). Spans wait in a queue
 * of limited length, and are dropped when the receiver is slower than their production: no call waits for it.
 */
export function startTracing(given: TraceExport, log: Log): Tracing {
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const exporter = new WatchedExporter(exporterOf(given), log);
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': packageVersion(),
        'service.instance.id': newUuid(),
        ...given.resource,
      }),
    ),
    sampler: samplerOf(given),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  setTracer(provider.getTracer('trestle', packageVersion()));
  return {
    flush: () => provider.forceFlush(),
    stop: async () => {
      setTracer(null);
      const flushed = provider.shutdown().catch(() => undefined);
      await Promise.race([flushed, delay(FLUSH_MS, undefined, { ref: false })]);
      context.disable();
    },
  };
}

function exporterOf({ url, protocol, headers, timeoutMs }: TraceExport): JsonExporter | ProtobufExporter {
  const options = { url, headers: { ...headers }, timeoutMillis: timeoutMs };
  return protocol === 'http/json' ? new JsonExporter(options) : new ProtobufExporter(options);
}

function samplerOf({ sampler, ratio }: TraceExport): Sampler {
  const root = rootSamplerOf(sampler.replace('parentbased_', ''), ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function rootSamplerOf(name: string, ratio: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler();
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}
