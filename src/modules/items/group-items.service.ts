import { Injectable } from '@nestjs/common';
import type { GroupId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import type { BoardFacts } from '../hierarchy';
import { ItemStatesRepository } from './item-states.repository';

/** What becomes of a group's items when the group goes (boards.groups.delete). The caller changes the structure. */
@Injectable()
export class GroupItems {
  constructor(private readonly states: ItemStatesRepository) {}

  /** To the end of another group of the same board, in their order. */
  moveAll(tx: InTransaction<CallContext>, board: BoardFacts, from: GroupId, to: GroupId): Promise<void> {
    return this.states.mergeGroup(tx, board, from, to);
  }

  /** Into Trash; answers how many top-level items went. */
  async trashAll(tx: InTransaction<CallContext>, board: BoardFacts, groupId: GroupId): Promise<number> {
    return (await this.states.trashGroup(tx, board, groupId)).length;
  }
}
