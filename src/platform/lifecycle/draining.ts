import { Injectable } from '@nestjs/common';

/** A balancer asks every few seconds; one that has not for so long is not there. */
const BALANCER_PATIENCE_MS = 60_000;

/** Whether this process is on its way out: readiness says no, and connections are not kept, while calls are served. */
@Injectable()
export class Draining {
  private begun = false;
  private readinessAskedAtMs = Number.NEGATIVE_INFINITY;

  get isDraining(): boolean {
    return this.begun;
  }

  /** Whether anybody watches readiness and needs time to notice that it is gone. */
  get isWatched(): boolean {
    return performance.now() - this.readinessAskedAtMs < BALANCER_PATIENCE_MS;
  }

  begin(): void {
    this.begun = true;
  }

  readinessAsked(): void {
    this.readinessAskedAtMs = performance.now();
  }
}
