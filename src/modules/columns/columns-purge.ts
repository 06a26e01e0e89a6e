import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { ColumnsRepository } from './columns.repository';

@Injectable()
export class ColumnsPurge {
  constructor(private readonly columns: ColumnsRepository) {}

  /** Removes the columns of a board that is deleted; their index rows go with the items. */
  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.columns.deleteBoard(context, boardId);
  }
}
