import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { RunScheduledWork } from './run-scheduled-work.job';
import { Schedule } from './schedule';
import { ScheduleSlotsRepository } from './schedule-slots.repository';
import { Tick } from './tick';

@Module({
  imports: [DiscoveryModule, ScheduleModule.forRoot()],
  providers: [RunScheduledWork, Schedule, ScheduleSlotsRepository, Tick],
})
export class SchedulerModule {}
