import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { CallContext } from '../../../access/principal';
import { HierarchyService } from '../../hierarchy';
import { nextTime } from './cron';

/** When a schedule would be due. */
@Injectable()
export class SchedulePreviewService {
  constructor(private readonly hierarchy: HierarchyService) {}

  /** The next times in the organization's time zone. */
  async times(context: CallContext, cron: string, count: number): Promise<string[]> {
    const { timeZone } = await this.hierarchy.calendar(context);
    const times: string[] = [];
    for (let time = nextTime(cron, timeZone, clock.nowMs()); time !== null && times.length < count;) {
      times.push(new Date(time).toISOString());
      time = nextTime(cron, timeZone, time);
    }
    return times;
  }
}
