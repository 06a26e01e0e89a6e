import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';

@Injectable()
export class ColumnsPurge {
  /** Removes the columns of a board that is deleted; their index rows go with the items. */
  async purgeBoard(_context: TenantContext, _boardId: BoardId): Promise<void> {
    throw new Error('not there yet');
  }
}
