import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiredRowsSweep } from './expired-rows.sweep';
import { ExpiringRowsService } from './expiring-rows.service';
import { RunScheduledWorkJob } from './run-scheduled-work.job';
import { ScheduleMetricsService } from './schedule-metrics.service';
import { ScheduleRunEntity } from './schedule-run.entity';
import { ScheduleRunsReadModel } from './schedule-runs.read-model';
import { ScheduleRunsRepository } from './schedule-runs.repository';
import { ScheduleRunsService } from './schedule-runs.service';
import { ScheduleService } from './schedule.service';
import { ScheduleSlotsRepository } from './schedule-slots.repository';
import { TickService } from './tick.service';
import { ScheduleSlotEntity } from './schedule-slot.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([ScheduleRunEntity, ScheduleSlotEntity]),
    DiscoveryModule,
    ScheduleModule.forRoot(),
  ],
  providers: [
    ExpiredRowsSweep,
    ExpiringRowsService,
    RunScheduledWorkJob,
    ScheduleMetricsService,
    ScheduleRunsReadModel,
    ScheduleRunsRepository,
    ScheduleRunsService,
    ScheduleService,
    ScheduleSlotsRepository,
    TickService,
  ],
})
export class SchedulerModule {}
