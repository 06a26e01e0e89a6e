import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_TRASH } from './trash-audit-snapshot';
import { TrashPurgeService } from './trash-purge.service';
import * as schemas from './trash.schemas';
import { TrashService } from './trash.service';

/** Deleted items, which can be restored (items.restore) until they are purged. */
@Procedures()
export class TrashController {
  constructor(
    private readonly trash: TrashService,
    private readonly purges: TrashPurgeService,
  ) {}

  @QueryProcedure('trash.list', {
    ...schemas.trashList,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'A page of the items in Trash, most recent first: of one board, or of everything the caller can see. Sub-items that moved to Trash with their parent are not listed; they are restored or purged with it.',
  })
  list(context: CallContext, input: Input<typeof schemas.trashList>) {
    return this.trash.list(context, input);
  }

  @MutationProcedure('trash.purge', {
    ...schemas.trashPurge,
    scope: 'delete',
    role: 'guest',
    isAudited: true,
    recordAuditSnapshot: AUDITED_TRASH,
    description: 'Permanently deletes up to 100 items in Trash with their sub-items, all or nothing.',
  })
  async purge(context: CallContext, { ids }: Input<typeof schemas.trashPurge>) {
    await this.purges.purge(context, ids);
    return SUCCESS;
  }
}
