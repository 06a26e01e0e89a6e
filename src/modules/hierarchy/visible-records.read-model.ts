import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, GroupId, ItemId, ProjectId, WorkspaceId } from '../../kernel/ids';
import { type IdNoun, nounOf } from '../../kernel/ids';
import { RecordVisibility } from '../../access/ports';
import type { CallContext, Principal } from '../../access/principal';
import { BoardFactsReadModel } from './board-facts.read-model';
import type { BoardFacts } from './facts';
import { authorize } from '../../access/policy';
import { see } from './hierarchy.policy';
import { PlaceReadModel } from './place.read-model';
import { boardAccess, projectAccess, workspaceAccess, type WorkspaceAccess } from './workspace-access';

/** Returns, for ids of any noun, whether the caller sees the record; deleted records are not hidden. */
@Injectable()
export class VisibleRecordsReadModel extends RecordVisibility {
  constructor(
    private readonly places: PlaceReadModel,
    private readonly boards: BoardFactsReadModel,
  ) {
    super();
  }

  async assertVisible(context: CallContext, ids: readonly string[]): Promise<void> {
    const itemIds: ItemId[] = [];
    for (const id of new Set(ids)) {
      const noun = nounOf(id);
      if (noun === 'item') itemIds.push(id as ItemId);
      else if (noun !== null) await this.assertPlaceVisible(context, noun, id);
    }
    const items = itemIds.length === 0 ? [] : await this.places.items(context, itemIds);
    for (const boardId of new Set(items.map((item) => item.boardId)))
      assertSeen(context, await this.boards.board(context, boardId), boardAccess, 'item');
  }

  private async assertPlaceVisible(context: CallContext, noun: IdNoun, id: string): Promise<void> {
    if (noun === 'workspace')
      assertSeen(context, await this.places.workspace(context, id as WorkspaceId), workspaceAccess, noun);
    else if (noun === 'project')
      assertSeen(context, await this.places.project(context, id as ProjectId), projectAccess, noun);
    else if (noun === 'board' || noun === 'group' || noun === 'column')
      assertSeen(context, await this.boardOf(context, noun, id), boardAccess, noun);
  }

  private boardOf(
    context: CallContext,
    noun: 'board' | 'group' | 'column',
    id: string,
  ): Promise<BoardFacts | null> {
    if (noun === 'board') return this.boards.board(context, id as BoardId);
    return noun === 'group'
      ? this.boards.boardOfGroup(context, id as GroupId)
      : this.boards.boardOfColumn(context, id as ColumnId);
  }
}

function assertSeen<T>(
  { principal }: CallContext,
  facts: T | null,
  accessTo: (principal: Principal, facts: T) => WorkspaceAccess,
  noun: IdNoun,
): void {
  if (facts !== null) authorize(see(noun), principal, { access: accessTo(principal, facts) });
}
