import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AutomationId, BoardId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { inBatches } from '../../../platform/schedule/in-batches';
import { type BoardContent, BoardContentsService } from '../../boards';
import { AutomationsRepository } from '../automations.repository';
import { ExecutionsRepository } from '../executions/executions.repository';

/** Deletes the executions of deleted automations in batches, and with those the automations of deleted boards. */
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
    // First, so that no executions are added meanwhile.
    await this.automations.deleteOfBoard(context, boardId);
    await inBatches(() => this.executions.removeOfBoard(context, boardId), NEVER);
  }

  /** What a deleted automation has left. */
  async purge(context: TenantContext, id: AutomationId, signal: AbortSignal): Promise<void> {
    await inBatches(() => this.executions.removeOfAutomation(context, id), signal);
    signal.throwIfAborted();
  }
}

const NEVER = new AbortController().signal;
