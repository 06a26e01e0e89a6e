import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './changes.schemas';
import { ChangesService } from './changes.service';

/** Undo of whole calls (contract §7). */
@Procedures()
export class ChangesController {
  constructor(private readonly changes: ChangesService) {}

  @MutationProcedure('changes.undo', {
    ...schemas.changesUndo,
    scope: 'write',
    role: 'guest',
    description:
      'Reverses what one call, one import or one run of an automation did to items, as a new change that can itself be undone. The id of a call is the `X-Request-Id` of its response. Callers undo their own calls; administrators of the organization undo all, and runs of automations. What has changed since, and what the caller may not change, stays and is listed in `skipped`. Created items move to Trash, and deleted groups return with their items. Possible for as long as events are kept, 30 days by default. One call undoes at most 10,000 items, the latest changes first: nextCursor continues with the rest.',
  })
  undo(context: CallContext, input: Input<typeof schemas.changesUndo>) {
    return this.changes.undo(context, input);
  }
}
