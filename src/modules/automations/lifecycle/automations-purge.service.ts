import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BoardId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { inBatches } from '../../../platform/schedule/in-batches';
import { type BoardContent, BoardContentsService } from '../../boards';
import { AutomationsRepository } from '../automations.repository';
import { ExecutionsRepository } from '../executions/executions.repository';

/** Deletes the automations of deleted boards, and their executions in batches. */
@Injectable()
export class AutomationsPurgeService implements BoardContent, OnModuleInit {
  constructor(
    private readonly boards: BoardContentsService,
    private readonly automations: AutomationsRepository,
    private readonly executions: ExecutionsRepository,
  ) {}

  onModuleInit(): void {
    this.boards.add(this);
  }

  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await inBatches(() => this.executions.removeOfBoard(context, boardId), NEVER);
    await this.automations.deleteOfBoard(context, boardId);
  }
}

const NEVER = new AbortController().signal;
