import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../logging/log';

type Export = SpanExporter['export'];

/** Reports in the log when another exporter begins to fail, and when it works again. Lost spans are not repeated. */
export class WatchedExporter implements SpanExporter {
  private isFailing = false;

  constructor(
    private readonly inner: SpanExporter,
    private readonly log: Log,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<Export>[1]): void {
    this.inner.export(spans, (result) => {
      if (result.error === undefined) this.works();
      else this.fails(result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }

  private works(): void {
    if (this.isFailing) this.log.info('traces are exported again');
    this.isFailing = false;
  }

  private fails(error: Error): void {
    if (!this.isFailing) this.log.warn('traces cannot be exported, and are lost', { reason: error.message });
    this.isFailing = true;
  }
}
