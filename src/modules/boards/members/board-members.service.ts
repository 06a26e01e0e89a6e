import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { BoardId, UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { BoardPermission } from '../../../access/role';
import type { InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { HierarchyService, memberTopic, RecordNotFound } from '../../hierarchy';
import { BoardMembersReadModel } from './board-members.read-model';
import { BoardMembersRepository } from './board-members.repository';
import type { BoardMemberOutput } from './board-members.schemas';
import { boardMembersEvents } from '../boards.events';
import { shareBoard, unshareBoard } from '../boards.policy';
import { canJoinWorkspaces } from '../../../access/role';
import { authorize } from '../../../access/policy';

type BoardMember = BoardMemberOutput & { id: UserId };

/** Which boards are shared with guests, and with which permission (decision 0056). */
@Injectable()
export class BoardMembersService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly members: BoardMembersRepository,
    private readonly reads: BoardMembersReadModel,
    private readonly outbox: Outbox,
  ) {}

  async list(context: CallContext, boardId: BoardId, page: { cursor: UserId | null; limit: number }) {
    await this.hierarchy.board(context, boardId);
    const { rows, nextCursor } = await this.reads.list(context, boardId, page);
    return { members: rows.map(present), nextCursor };
  }

  /** Shares the board with a guest, or changes the permission. */
  add(
    context: CallContext,
    boardId: BoardId,
    userId: UserId,
    permission: BoardPermission,
  ): Promise<BoardMemberOutput> {
    return this.manage(context, { boardId, userId, verb: shareBoard }, async (tx) => {
      const role = await this.reads.organizationRole(tx, userId);
      if (role === null) throw new RecordNotFound('member');
      if (canJoinWorkspaces(role)) {
        throw InvalidInput.at('userId', 'Is not a guest; members see boards through their workspaces');
      }
      const done = await this.members.put(tx, boardId, userId, permission);
      if (done !== null)
        await this.outbox.append(
          tx,
          boardMembersEvents[done].create({ boardId, userId, permission }, { boardId }),
        );
      const member = await this.reads.get(tx, boardId, userId);
      if (member === null) throw new RecordNotFound('member');
      return present(member);
    });
  }

  remove(context: CallContext, boardId: BoardId, userId: UserId): Promise<void> {
    return this.manage(context, { boardId, userId, verb: unshareBoard }, async (tx) => {
      const permission = await this.members.remove(tx, boardId, userId);
      if (permission === null) throw new RecordNotFound('board member');
      await this.outbox.append(
        tx,
        boardMembersEvents.removed.create({ boardId, userId, permission }, { boardId }),
      );
    });
  }

  private manage<T>(
    context: CallContext,
    { boardId, userId, verb }: { boardId: BoardId; userId: UserId; verb: typeof shareBoard },
    work: (tx: InTransaction<CallContext>) => Promise<T>,
  ): Promise<T> {
    return this.transactions.run(context, async (tx) => {
      const { access } = await this.hierarchy.board(tx, boardId);
      authorize(verb, tx.principal, { access });
      // The commit invalidates the guest's cached access on all replicas.
      tx.transaction.invalidate(memberTopic(userId));
      return work(tx);
    });
  }
}

function present({
  boardId,
  userId,
  name,
  isServiceAccount,
  permission,
  createdAt,
  updatedAt,
}: BoardMember): BoardMemberOutput {
  return { boardId, userId, name, isServiceAccount, permission, createdAt, updatedAt };
}
