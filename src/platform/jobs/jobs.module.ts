import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AbandonedJobs } from './abandoned-jobs';
import { ExhaustedJobsSweep } from './exhausted-jobs.sweep';
import { FailedMails } from './failed-mails';
import { JobRegistry } from './job-registry';
import { JobRunner } from './job-runner';
import { JobTasks } from './job-tasks';
import { Jobs } from './jobs';
import { QueueConnections } from './queue-connections';
import { QueueMetrics } from './queue-metrics';
import { WorkerPresence } from './worker-presence';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    AbandonedJobs,
    ExhaustedJobsSweep,
    FailedMails,
    JobRegistry,
    JobRunner,
    Jobs,
    JobTasks,
    QueueConnections,
    QueueMetrics,
    WorkerPresence,
  ],
  exports: [FailedMails, JobRunner, Jobs],
})
export class JobsModule {}
