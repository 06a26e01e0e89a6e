import type { CallContext } from '../../../access/principal';
import { Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './assigned-items.schemas';
import { AssignedItemsService } from './assigned-items.service';

@Procedures()
export class AssignedItemsController {
  constructor(private readonly items: AssignedItemsService) {}

  @QueryProcedure('items.assigned', {
    ...schemas.itemsAssigned,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'The live items and sub-items that name a user, by default the caller, in a column of people, on all boards that the caller can see, newest first. Archived projects are left out. `open: true` leaves out items with a status that means done, false returns only these; dueBefore returns items with a date, or the end of a date range or timeline, before this time.',
  })
  assigned(context: CallContext, input: Input<typeof schemas.itemsAssigned>) {
    return this.items.list(context, input);
  }
}
