import { Injectable } from '@nestjs/common';
import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { Log } from '../logging/log';
import { METRICS } from '../metrics/catalogue';
import { type CounterMetric, type HistogramMetric, Metrics } from '../metrics/metrics';
import { inRootSpan, type SpanDetails } from '../tracing/tracing';
import type { JobRun } from './job.decorator';
import { JobRegistry, type RegisteredJob } from './job-registry';

/** The registered jobs as tasks of the queue, with a line of the log and metrics for every attempt. */
@Injectable()
export class JobTasks {
  private readonly attempts: CounterMetric<'task' | 'outcome'>;
  private readonly durations: HistogramMetric<'task'>;

  constructor(
    private readonly registry: JobRegistry,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.attempts = metrics.counter(METRICS.jobs);
    this.durations = metrics.histogram(METRICS.jobDuration);
  }

  all(): TaskList {
    return Object.fromEntries(this.registry.all().map((job) => [job.name, this.task(job)]));
  }

  private task(job: RegisteredJob): Task {
    return async (payload, helpers) => {
      const { id, attempts } = helpers.job;
      const isLastAttempt = attempts >= helpers.job.max_attempts;
      const facts = { job: job.name, jobId: id, attempt: attempts };
      const began = performance.now();
      const end = (outcome: 'succeeded' | 'failed' | 'exhausted'): number => {
        const durationMs = performance.now() - began;
        this.attempts.inc({ task: job.name, outcome });
        this.durations.observe({ task: job.name }, durationMs / 1000);
        return Math.round(durationMs);
      };
      try {
        const run = { id, attempt: attempts, isLastAttempt, signal: abortSignalOf(helpers) };
        await inRootSpan(`process ${job.name}`, spanOf(job.name, run), () =>
          job.handler.perform(payload as object, run),
        );
        this.log.info('job done', { ...facts, durationMs: end('succeeded') });
      } catch (error) {
        end(isLastAttempt ? 'exhausted' : 'failed');
        if (isLastAttempt) this.log.error('job failed for good', { ...facts, error });
        else this.log.warn('job failed, it will be tried again', { ...facts, error });
        throw error;
      }
    };
  }
}

function spanOf(name: string, { id, attempt }: JobRun): SpanDetails {
  return {
    kind: 'consumer',
    attributes: {
      'messaging.system': 'graphile_worker',
      'messaging.operation.type': 'process',
      'messaging.operation.name': 'process',
      'messaging.destination.name': name,
      'messaging.message.id': String(id),
      'trestle.attempt': attempt,
    },
  };
}

function abortSignalOf(helpers: JobHelpers): AbortSignal {
  return helpers.abortSignal ?? new AbortController().signal;
}
