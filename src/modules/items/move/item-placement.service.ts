import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import type { Input } from '../../../rpc/schema';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { StaleBoardRetryService } from '../write/stale-board-retry.service';
import { isFunctionError } from '../write/item-functions';
import { ItemMovesService } from './item-moves.service';
import { ItemRelocationService } from './item-relocation.service';
import {
  BoardIsChanging,
  GIVE_BOARD_TOO,
  GroupOfAnotherBoard,
  ItemChanged,
  ItemIsArchived,
  ItemNotFound,
  SubItemLeavesParent,
} from '../items.errors';
import { editItems } from '../items.policy';
import { presentItem } from '../items.presenter';
import { ItemsReadModel } from '../items.read-model';
import type { itemsMove } from '../items.schemas';
import { authorize } from '../../../access/policy';

type MoveInput = Input<typeof itemsMove>;

/** Moves of one item, within its board or to another. */
@Injectable()
export class ItemPlacementService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly moves: ItemMovesService,
    private readonly reads: ItemsReadModel,
    private readonly relocation: ItemRelocationService,
    private readonly structure: StaleBoardRetryService,
    private readonly transactions: TransactionRunner,
  ) {}

  async move(caller: CallContext, input: MoveInput): Promise<JsonText> {
    const { facts } = await this.hierarchy.boardOfGroup(caller, input.groupId);
    return this.structure.run(caller, facts.id, async (context) => {
      const { facts: board, access } = await this.hierarchy.boardOfGroup(context, input.groupId);
      authorize(editItems, context.principal, { access });
      if (input.boardId !== undefined && input.boardId !== board.id) {
        await this.hierarchy.board(context, input.boardId);
        throw new GroupOfAnotherBoard();
      }
      if (await this.comesFromElsewhere(context, board, input)) {
        return this.transactions.run(context, (tx) => this.relocate(tx, board, input));
      }
      await this.moveWithin(context, board, input);
      const [item] = await this.reads.records(context, [input.id]);
      if (item === undefined) throw new ItemNotFound();
      return presentItem(board, item);
    });
  }

  /**
   * Whether the item is on another board. Most moves stay on the board and skip this query: the database rejects
   * the others. Inside a transaction that error would abort the transaction, so the query runs first.
   */
  private async comesFromElsewhere(
    context: CallContext,
    board: BoardFacts,
    input: MoveInput,
  ): Promise<boolean> {
    if (input.boardId === undefined && context.transaction === null) return false;
    const { item } = await this.hierarchy.item(context, input.id);
    if (item.isArchived) throw new ItemIsArchived();
    if (item.boardId === board.id) return false;
    if (input.boardId === undefined) throw new GroupOfAnotherBoard(GIVE_BOARD_TOO);
    if (item.parentId !== null) throw new SubItemLeavesParent();
    return true;
  }

  private async moveWithin(context: CallContext, board: BoardFacts, input: MoveInput): Promise<void> {
    const to = { groupId: input.groupId, position: input.position ?? null };
    try {
      await this.moves.within(context, board, input.id, to, input.expectedUpdatedAt);
    } catch (error) {
      if (isFunctionError(error, 'itemChanged')) throw new ItemChanged();
      if (isFunctionError(error, 'leavesParent')) throw new SubItemLeavesParent();
      if (isFunctionError(error, 'noSuchItem')) {
        // The item existed a moment ago, and the transaction is aborted: the whole transaction is retried.
        throw context.transaction ? new BoardIsChanging(error) : await this.whyNotMoved(context, input);
      }
      throw error;
    }
  }

  private async whyNotMoved(context: CallContext, { id, boardId }: MoveInput): Promise<Error> {
    const { item } = await this.hierarchy.item(context, id);
    if (item.isArchived) return new ItemIsArchived();
    // With the board given, the item was on it when it was checked, and has moved to another board since.
    return boardId === undefined ? new GroupOfAnotherBoard(GIVE_BOARD_TOO) : new BoardIsChanging();
  }

  private async relocate(
    tx: InTransaction<CallContext>,
    to: BoardFacts,
    input: MoveInput,
  ): Promise<JsonText> {
    await this.relocation.run(tx, input.id, to.id, input);
    const [item] = await this.reads.records(tx, [input.id]);
    const { facts: board } = await this.hierarchy.board(tx, to.id);
    return presentItem(board, item!);
  }
}
