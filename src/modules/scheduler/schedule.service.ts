import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  type ScheduleDeclaration,
  scheduleDeclaration,
  type ScheduledWork,
} from '../../platform/schedule/scheduled.decorator';

export interface ScheduledEntry extends ScheduleDeclaration {
  work: ScheduledWork;
}

/** A slot must be found from the clock alone, and days are what people count in. */
const MINUTES_PER_DAY = 1440;

/** Everything that comes due by time, collected at boot. A bad declaration stops the start. */
@Injectable()
export class ScheduleService implements OnModuleInit {
  private readonly entries = new Map<string, ScheduledEntry>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance, metatype } of this.discovery.getProviders()) {
      const declaration = scheduleDeclaration(metatype);
      if (declaration) this.add({ ...declaration, work: instance as ScheduledWork });
    }
  }

  all(): ScheduledEntry[] {
    return [...this.entries.values()];
  }

  find(name: string): ScheduledEntry | undefined {
    return this.entries.get(name);
  }

  private add(entry: ScheduledEntry): void {
    const { name, everyMinutes, work } = entry;
    if (this.entries.has(name)) throw new Error(`Two scheduled works are named ${name}`);
    if (everyMinutes < 1 || MINUTES_PER_DAY % everyMinutes !== 0) {
      throw new Error(`${name} must be due in minutes that divide a day`);
    }
    if (typeof (work as Partial<ScheduledWork> | undefined)?.run !== 'function') {
      throw new Error(`${name} has no run method`);
    }
    this.entries.set(name, entry);
  }
}
