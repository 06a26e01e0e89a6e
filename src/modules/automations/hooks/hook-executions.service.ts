import { Injectable } from '@nestjs/common';
import { type AutomationId, type BoardId, type ExecutionId, newId } from '../../../kernel/ids';
import type { Json } from '../../../kernel/json';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { ExecutionQueueService } from '../running/execution-queue.service';
import { webhookReceived } from '../triggers/webhook-received';
import { HookNotFound, HookQueueIsFull } from './hooks.errors';
import { HooksRepository } from './hooks.repository';

/** What fires an automation. */
export interface ReceivedHook {
  id: AutomationId;
  boardId: BoardId;
  /** Null for a request that is not repeated. */
  cause: string | null;
  payload: Json | null;
}

/** Adds the executions of requests. A request is accepted when its execution is committed, with the job that runs it. */
@Injectable()
export class HookExecutionsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hooks: HooksRepository,
    private readonly queue: ExecutionQueueService,
  ) {}

  /** Returns the execution; that of the first request for one that is repeated. */
  add(context: TenantContext, { id, boardId, cause: given, payload }: ReceivedHook): Promise<ExecutionId> {
    return this.transactions.run(context, async (tx) => {
      const executionId = newId('execution');
      const cause = given ?? executionId;
      const { knownId, isFull } = await this.hooks.queue(tx, { id, boardId, cause });
      if (knownId !== null) return knownId;
      if (isFull) throw new HookQueueIsFull();
      const added = await this.queue.add(tx, [
        {
          organizationId: tx.organizationId,
          boardId,
          id: executionId,
          automationId: id,
          cause,
          eventSequence: null,
          eventDay: null,
          status: 'queued',
          triggeredBy: { type: webhookReceived.type, itemId: null, userId: null },
          payload,
          depth: 1,
          isManual: false,
          error: null,
        },
      ]);
      if (added.includes(executionId)) return executionId;
      // A repetition has committed meanwhile, or the automation was deleted.
      const { knownId: firstId } = await this.hooks.queue(tx, { id, boardId, cause });
      if (firstId === null) throw new HookNotFound();
      return firstId;
    });
  }
}
