import { readConfig } from '../../src/platform/config/read-config';
import { TracingConfig } from '../../src/platform/config/monitoring/tracing.config';
import { Log } from '../../src/platform/logging/log';
import { startTracing, type Tracing } from '../../src/platform/tracing/start-tracing';
import { startApp, type TestApp } from './app';
import { OtlpReceiver } from './otlp-receiver';

export interface TracedApp {
  readonly app: TestApp;
  readonly tracing: Tracing;
  readonly receiver: OtlpReceiver;
  /** The lines of the log. */
  readonly lines: string[];
  close(): Promise<void>;
}

/** An application whose spans a receiver collects. Other applications of the same process send theirs as well. */
export async function startTracedApp(
  env: Record<string, string> = {},
  traces: Record<string, string> = {},
): Promise<TracedApp> {
  const receiver = await OtlpReceiver.start();
  const lines: string[] = [];
  const log = new Log({ write: (line: string) => lines.push(line) } as never);
  const tracing = startTracing(tracesTo(receiver.url, traces), log);
  const app = await startApp(env, log);
  const close = async () => {
    await app.close();
    await tracing.stop();
    await receiver.close();
  };
  return { app, tracing, receiver, lines, close };
}

/** What the environment says about traces. */
export function tracesTo(url: string, env: Record<string, string> = {}) {
  return readConfig(TracingConfig, {
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    ...env,
  }).traceExport()!;
}
