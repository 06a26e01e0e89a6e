import { Injectable } from '@nestjs/common';

/** A load balancer checks readiness every few seconds; without a check for this long there is none. */
const PROBE_TIMEOUT_MS = 60_000;

/** Whether this process is shutting down: it reports not ready and closes idle connections, but still serves calls. */
@Injectable()
export class Draining {
  private started = false;
  private readinessAskedAtMs = Number.NEGATIVE_INFINITY;

  get isDraining(): boolean {
    return this.started;
  }

  /** Whether a load balancer checks readiness and needs time to notice that the process is not ready. */
  get isWatched(): boolean {
    return performance.now() - this.readinessAskedAtMs < PROBE_TIMEOUT_MS;
  }

  begin(): void {
    this.started = true;
  }

  readinessAsked(): void {
    this.readinessAskedAtMs = performance.now();
  }
}
