import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './activity.schemas';
import { ActivityService } from './activity.service';

@Procedures()
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @QueryProcedure('activity.list', {
    ...schemas.activityList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'Lists the changes of an item or a board, newest first. Each entry contains the user, the previous value and the new value. Entries are available within one second and retained for one year.',
  })
  list(context: CallContext, input: Input<typeof schemas.activityList>) {
    return this.activity.list(context, input);
  }
}
