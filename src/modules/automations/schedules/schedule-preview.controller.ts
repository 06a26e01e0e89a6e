import type { CallContext } from '../../../access/principal';
import { Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './schedule-preview.schemas';
import { SchedulePreviewService } from './schedule-preview.service';

@Procedures()
export class SchedulePreviewController {
  constructor(private readonly previews: SchedulePreviewService) {}

  @QueryProcedure('automations.preview', {
    ...schemas.automationsPreview,
    scope: 'read',
    role: 'member',
    description:
      "The next times at which a `recurring` trigger with this cron expression fires, in the organization's time zone.",
  })
  async preview(context: CallContext, { cron, count }: Input<typeof schemas.automationsPreview>) {
    return { times: await this.previews.times(context, cron, count) };
  }
}
