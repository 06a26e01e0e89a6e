import { Injectable } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';

/** Records of a module above boards that are deleted with their board. */
export interface BoardContent {
  /** Deletes them in batches outside any transaction. Runs again after a failed attempt. */
  purgeBoard(context: TenantContext, id: BoardId): Promise<void>;
}

/**
 * What the purge of a board deletes before its row: the cascade of the row is one statement, which many records would keep
 * running for minutes. Modules register their records when they start.
 */
@Injectable()
export class BoardContentsService implements BoardContent {
  private readonly contents: BoardContent[] = [];

  add(content: BoardContent): void {
    this.contents.push(content);
  }

  async purgeBoard(context: TenantContext, id: BoardId): Promise<void> {
    for (const content of this.contents) await content.purgeBoard(context, id);
  }
}
