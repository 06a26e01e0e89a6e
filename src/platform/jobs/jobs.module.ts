import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AbandonedJobs } from './abandoned-jobs';
import { ExhaustedJobsSweep } from './exhausted-jobs.sweep';
import { JobRegistry } from './job-registry';
import { JobRunner } from './job-runner';
import { Jobs } from './jobs';
import { QueueConnections } from './queue-connections';
import { WorkerPresence } from './worker-presence';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AbandonedJobs,
    ExhaustedJobsSweep,
    JobRegistry,
    JobRunner,
    Jobs,
    QueueConnections,
    WorkerPresence,
  ],
  exports: [JobRunner, Jobs],
})
export class JobsModule {}
