import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { ProcessConfig } from '../../../platform/config/process.config';
import { Log } from '../../../platform/logging/log';
import { ScheduleFiringService } from './schedule-firing.service';

/** Every five seconds each worker process fires the schedules that are due. */
@Injectable()
export class ScheduleTickService implements BeforeApplicationShutdown {
  private isStopping = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly process: ProcessConfig,
    private readonly firing: ScheduleFiringService,
    private readonly log: Log,
  ) {}

  @Cron(CronExpression.EVERY_5_SECONDS, { waitForCompletion: true })
  async everyFiveSeconds(): Promise<void> {
    if (!this.process.has('worker')) return;
    // What is left is due again in five seconds.
    this.running = this.tick().catch((error: unknown) =>
      this.log.warn('schedules of automations could not be fired, retrying', { error }),
    );
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  /** Fires what is due. `at` replaces the database's clock in tests. */
  async tick(at: Date | null = null): Promise<void> {
    while (!this.isStopping && (await this.firing.fireSome(at)));
  }
}
