import { Injectable } from '@nestjs/common';
import type { ItemId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { CurrentCommentsService } from '../../comments';
import { CurrentFormsReadModel } from '../../forms';
import { VisiblePlacesService } from '../../hierarchy';
import { ExistingItemsReadModel, type ItemRecord } from '../../items';
import { InvitationsReadModel, presentInvitation } from '../../members';
import { CurrentRecords } from './current-records';
import type { InvitationId, WantedRecords } from './wanted-records';

/** Reads the records of a batch of events: one statement for each noun, and one for each board that is not cached. */
@Injectable()
export class EventRecordsService {
  constructor(
    private readonly places: VisiblePlacesService,
    private readonly existing: ExistingItemsReadModel,
    private readonly comments: CurrentCommentsService,
    private readonly forms: CurrentFormsReadModel,
    private readonly invitations: InvitationsReadModel,
  ) {}

  /** Checks no permissions. */
  items(context: TenantContext, wanted: WantedRecords): Promise<ReadonlyMap<ItemId, ItemRecord>> {
    return this.existing.byId(context, [...wanted.items]);
  }

  /** Checks no permissions. */
  async read(
    context: TenantContext,
    wanted: WantedRecords,
    items: ReadonlyMap<ItemId, ItemRecord>,
  ): Promise<CurrentRecords> {
    const boardIds = [...wanted.boards, ...[...items.values()].map(({ boardId }) => boardId)];
    return new CurrentRecords({
      items,
      boards: await this.places.existingBoards(context, boardIds),
      comments: await this.comments.byId(context, [...wanted.comments]),
      forms: await this.forms.forms(context, [...wanted.forms]),
      submissions: await this.forms.submissions(context, [...wanted.submissions]),
      invitations: await this.invitationsById(context, [...wanted.invitations]),
    });
  }

  private async invitationsById(context: TenantContext, ids: readonly InvitationId[]) {
    const rows = await this.invitations.byId(context, ids);
    return new Map(rows.map((row) => [row.invitationId, presentInvitation(row)]));
  }
}
