import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { BoardId, FormId } from '../../kernel/ids';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { inBatches } from '../../platform/schedule/in-batches';
import { type BoardContent, BoardContentsService } from '../boards';
import { FormsRepository } from './forms.repository';

/** Permanently deletes forms with their submissions, in batches. */
@Injectable()
export class FormsPurgeService implements BoardContent, OnModuleInit {
  constructor(
    private readonly boards: BoardContentsService,
    private readonly forms: FormsRepository,
  ) {}

  onModuleInit(): void {
    this.boards.add(this);
  }

  async purgeBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    for (const id of await this.forms.ofBoard(context, boardId)) await this.purge(context, id);
  }

  async purge(context: TenantContext, id: FormId, signal = NEVER): Promise<void> {
    await inBatches(() => this.forms.purgeSubmissions(context, id), signal);
    signal.throwIfAborted();
    await this.forms.purge(context, id);
  }
}

const NEVER = new AbortController().signal;
