import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { BoardId } from '../../../kernel/ids';
import type { RecordKey } from '../../../kernel/record-key';
import type { CallContext } from '../../../access/principal';
import type { CommittedEvent } from '../../../platform/events/committed-event';
import { Outbox } from '../../../platform/events/outbox';
import type { InTransaction } from '../../../platform/database/transaction';
import { boardAccess, type BoardFacts, boardTopic, HierarchyService } from '../../hierarchy';
import { GroupItemsService, itemsEvents, type PastEvent } from '../../items';
import { groupsEvents } from '../boards.events';
import { changeGroups } from '../boards.policy';
import { presentGroup } from '../boards.presenter';
import { GROUPS_MAX } from '../boards.schemas';
import { GroupsRepository } from './groups.repository';

type Tx = InTransaction<CallContext>;

/**
 * The groups of a change that is undone (decision 0145). The caller has locked the boards, and returns the items between
 * `returnDeleted` and `deleteReturned`.
 */
@Injectable()
export class GroupUndoService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly groups: GroupsRepository,
    private readonly items: GroupItemsService,
    private readonly outbox: Outbox,
  ) {}

  /** Whether the deletion of a group had more items than can be undone. */
  hasTooManyItems(event: PastEvent): boolean {
    const deletion = event as CommittedEvent;
    return (
      groupsEvents.deleted.is(deletion) &&
      deletion.data.key !== undefined &&
      deletion.data.itemIds === undefined
    );
  }

  /** The event, or for the deletion of a group the events that its items would have had one by one. */
  withItems(event: PastEvent): PastEvent[] {
    const deletion = event as CommittedEvent;
    if (!groupsEvents.deleted.is(deletion)) return [event];
    const { boardId, data } = deletion;
    const { group, moveItemsTo, itemIds = [], ranks = [], previousRanks = [] } = data;
    return itemIds.map((itemId, at) => {
      const subject = { boardId, itemId };
      if (moveItemsTo === null) return itemsEvents.trashed.create({}, subject) as PastEvent;
      const place = { groupId: moveItemsTo, previousGroupId: group.id, position: 0 };
      const order = { rank: ranks[at], previousRank: previousRanks[at] };
      return itemsEvents.moved.create({ ...place, ...order }, subject) as PastEvent;
    });
  }

  /** Creates deleted groups again, the last one first; returns their number. Others stay deleted. */
  async returnDeleted(tx: Tx, events: readonly PastEvent[]): Promise<number> {
    const created = new Set<string>();
    for (const event of events as readonly CommittedEvent[])
      if (groupsEvents.created.is(event)) created.add(event.data.group.id);
    let returned = 0;
    for (const event of (events as readonly CommittedEvent[]).toReversed()) {
      if (!groupsEvents.deleted.is(event) || created.has(event.data.group.id)) continue;
      if (await this.returnGroup(tx, event.boardId, event.data)) returned += 1;
    }
    return returned;
  }

  /** Deletes the groups that an undo has returned, when this undo is undone, unless items are in them; returns their number. */
  async deleteReturned(tx: Tx, events: readonly PastEvent[]): Promise<number> {
    let deleted = 0;
    for (const event of events as readonly CommittedEvent[]) {
      if (!groupsEvents.created.is(event) || event.data.isReturned !== true) continue;
      if (!tx.principal.scopes.has('delete')) continue;
      const board = await this.changeableBoard(tx, event.boardId);
      const group = board?.groupsById.get(event.data.group.id);
      if (!board || !group || !(await this.items.isEmpty(tx, board.id, group.id))) continue;
      await this.groups.delete(tx, group.id);
      await this.groups.closeGap(tx, board.id, group.position);
      tx.transaction.invalidate(boardTopic(board.id));
      const data = { group: presentGroup(group), moveItemsTo: null, key: group.key, itemIds: [] };
      await this.outbox.append(tx, groupsEvents.deleted.create(data, { boardId: board.id }));
      deleted += 1;
    }
    return deleted;
  }

  private async returnGroup(
    tx: Tx,
    boardId: BoardId,
    { group, key }: { group: ReturnType<typeof presentGroup>; key?: string | undefined },
  ): Promise<boolean> {
    const board = await this.changeableBoard(tx, boardId);
    if (!board || key === undefined) return false;
    const groups = [...board.groups, ...board.archivedGroups];
    if (groups.length >= GROUPS_MAX || groups.some(({ id }) => id === group.id)) return false;
    const position = Math.min(group.position, board.groups.length);
    await this.groups.openGap(tx, boardId, position);
    const updatedAt = clock.now();
    const createdAt = new Date(group.createdAt);
    await this.groups.insertReturned(tx, {
      ...group,
      key: key as RecordKey,
      boardId,
      position,
      createdAt,
      updatedAt,
    });
    tx.transaction.invalidate(boardTopic(boardId));
    const returned = { ...group, position, updatedAt: updatedAt.toISOString() };
    await this.outbox.append(
      tx,
      groupsEvents.created.create({ group: returned, isReturned: true }, { boardId }),
    );
    return true;
  }

  /** Null for a board whose groups the caller may not change now. */
  private async changeableBoard(tx: Tx, id: BoardId): Promise<BoardFacts | null> {
    const facts = await this.hierarchy.boardFacts(tx, id);
    if (facts === null) return null;
    const access = boardAccess(tx.principal, facts);
    const isChangeable = access.canSee && !access.isArchived && changeGroups.allows(tx.principal, { access });
    return isChangeable ? facts : null;
  }
}
