import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExpiredRowsSweep } from './expired-rows.sweep';
import { RunScheduledWorkJob } from './run-scheduled-work.job';
import { ScheduleService } from './schedule.service';
import { ScheduleSlotsRepository } from './schedule-slots.repository';
import { TickService } from './tick.service';
import { ScheduleSlotEntity } from './schedule-slot.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ScheduleSlotEntity]), DiscoveryModule, ScheduleModule.forRoot()],
  providers: [ExpiredRowsSweep, RunScheduledWorkJob, ScheduleService, ScheduleSlotsRepository, TickService],
})
export class SchedulerModule {}
