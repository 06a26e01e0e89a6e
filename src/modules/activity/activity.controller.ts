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
    description:
      'Changes to an item or a board, newest first, with the values before and after each change and the user who made it. Entries appear within a second and are kept for one year.',
  })
  list(context: CallContext, input: Input<typeof schemas.activityList>) {
    return this.activity.list(context, input);
  }
}
