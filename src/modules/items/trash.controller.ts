import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_TRASH } from './audited-trash';
import { TrashPurgeService } from './trash-purge.service';
import * as schemas from './trash.schemas';
import { TrashService } from './trash.service';

/** What was deleted and can still come back (items.restore), until it is purged. */
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
    description:
      'A page of what is in Trash, the latest first: of one board, or of all that the caller sees. Sub-items that went ' +
      'with their parent are not listed: they come back, or go, with it.',
  })
  list(context: CallContext, input: Input<typeof schemas.trashList>) {
    return this.trash.list(context, input);
  }

  @MutationProcedure('trash.purge', {
    ...schemas.trashPurge,
    scope: 'delete',
    role: 'guest',
    isAudited: true,
    auditedRecord: AUDITED_TRASH,
    description:
      'Removes up to 100 items in Trash for good, with their sub-items: all of them or, when one is refused, none.',
  })
  async purge(context: CallContext, { ids }: Input<typeof schemas.trashPurge>) {
    await this.purges.purge(context, ids);
    return SUCCESS;
  }
}
