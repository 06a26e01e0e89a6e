import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AbandonedJobs } from './abandoned-jobs';
import { EventDelivery } from './event-delivery';
import { ExhaustedJobsSweep } from './exhausted-jobs.sweep';
import { JobRegistry } from './job-registry';
import { JobRunner } from './job-runner';
import { Jobs } from './jobs';
import { Outbox } from './outbox';
import { OutboxBacklogs } from './outbox-backlogs';
import { OutboxQueue } from './outbox-queue';
import { OutboxRelay } from './outbox-relay';
import { QueueConnections } from './queue-connections';
import { StaleEventsSweep } from './stale-events.sweep';
import { SubscriberRegistry } from './subscriber-registry';
import { WorkerPresence } from './worker-presence';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AbandonedJobs,
    EventDelivery,
    ExhaustedJobsSweep,
    JobRegistry,
    JobRunner,
    Jobs,
    Outbox,
    OutboxBacklogs,
    OutboxQueue,
    OutboxRelay,
    QueueConnections,
    StaleEventsSweep,
    SubscriberRegistry,
    WorkerPresence,
  ],
  exports: [JobRunner, Jobs, Outbox],
})
export class JobsModule {}
