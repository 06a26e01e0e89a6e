import { Injectable } from '@nestjs/common';
import type { BoardId, WorkspaceId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { TrashRepository } from './trash.repository';

/** Entries of Trash contain the workspace of their board, which boards.move changes. */
@Injectable()
export class TrashRelocationService {
  constructor(private readonly trash: TrashRepository) {}

  /** The caller has locked the board's structure, so that no item of it moves to Trash meanwhile. */
  moveBoard(tx: InTransaction<TenantContext>, boardId: BoardId, workspaceId: WorkspaceId): Promise<void> {
    return this.trash.moveBoard(tx, boardId, workspaceId);
  }
}
