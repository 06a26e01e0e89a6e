import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ImportId, ProjectId, UserId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { BOARD_IMPORTS } from '../../platform/database/locks';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import { ImportEntity } from './import.entity';
import type { ImportWork } from './importing/import-work';
import type { ImportResult } from './importing/import-result';
import type { ImportOutput, ImportProblem } from './imports.schemas';

const END = statement(
  'imports.end',
  `update imports
   set status = $3, board_id = coalesce($4, board_id), done = case $3 when 'done' then total else 0 end,
     problems = $5, work = null, updated_at = $6, created = $7, updated = $8, unchanged = $9, unresolved = $10,
     unresolved_count = $11
   where organization_id = $1 and id = $2 and status = 'running'
   returning id`,
);

const REMOVE = statement(
  'imports.remove',
  `delete from imports
   where (organization_id, id) in (
     select organization_id, id from imports where created_at < $1 order by created_at limit 1000)
   returning work->>'storageKey' as key`,
);

const LOCK_BOARD = statement('imports.lock-board', `select ${BOARD_IMPORTS.exclusive('$1')}`);

export interface NewImport {
  id: ImportId;
  boardId: BoardId | null;
  projectId: ProjectId | null;
  total: number;
  /** Null when all of it is done already. */
  work: ImportWork | null;
  result: ImportResult;
}

@Injectable()
export class ImportsRepository extends TenantRepository<ImportEntity> {
  constructor(database: Database) {
    super(database, ImportEntity);
  }

  async create(
    context: TenantContext & { requestId: string; principal: { userId: UserId } },
    { id, boardId, projectId, total, work, result }: NewImport,
  ): Promise<ImportOutput> {
    const now = clock.now();
    const row = {
      id,
      boardId,
      projectId,
      status: work === null ? ('done' as const) : ('running' as const),
      total,
      done: work === null ? total : 0,
      problems: [],
      ...result,
      unresolved: [...result.unresolved],
      work,
      requestId: work === null ? context.requestId : null,
      createdBy: context.principal.userId,
      createdAt: now,
      updatedAt: now,
    };
    await this.insert(context, row);
    return outputOf(row);
  }

  /** Null also for other users' imports. `projectId`: see ImportEntity. */
  async findOwn(
    context: TenantContext,
    id: ImportId,
    userId: UserId,
  ): Promise<{ record: ImportOutput; projectId: ProjectId | null } | null> {
    const { organizationId } = context;
    const row = await this.database
      .repository(context, ImportEntity)
      .findOneBy({ organizationId, id, createdBy: userId });
    return row && { record: outputOf(row), projectId: row.projectId };
  }

  /** The cause of the import's events. Also of an import whose record was removed. */
  async causeOf(context: TenantContext, id: ImportId): Promise<string> {
    const { organizationId } = context;
    const row = await this.database.repository(context, ImportEntity).findOneBy({ organizationId, id });
    return row?.requestId ?? id;
  }

  /** Null when it has finished. */
  async findRunning(
    context: TenantContext,
    id: ImportId,
  ): Promise<{ total: number; work: ImportWork; createdBy: UserId } | null> {
    const { organizationId } = context;
    const row = await this.database
      .repository(context, ImportEntity)
      .findOneBy({ organizationId, id, status: 'running' });
    // The row has its work until the import ends.
    return row && { ...row, work: row.work! };
  }

  /** For an import that looks up items by a key: a parallel one would create the items of the same keys again. */
  async lockBoard(context: TenantContext, boardId: BoardId): Promise<void> {
    await this.database.query(context, LOCK_BOARD, [boardId]);
  }

  async progress(context: TenantContext, id: ImportId, done: number): Promise<void> {
    const { organizationId } = context;
    await this.database
      .repository(context, ImportEntity)
      .update({ organizationId, id, status: 'running' }, { done, updatedAt: clock.now() });
  }

  /** False when another worker has already finished it, with the same result. */
  async end(
    context: TenantContext,
    id: ImportId,
    outcome: {
      status: 'done' | 'failed';
      boardId: BoardId | null;
      problems: readonly ImportProblem[];
      result: ImportResult;
    },
  ): Promise<boolean> {
    const rows = await this.database.query(context, END, [
      context.organizationId,
      id,
      outcome.status,
      outcome.boardId,
      JSON.stringify(outcome.problems),
      clock.now(),
      outcome.result.created,
      outcome.result.updated,
      outcome.result.unchanged,
      JSON.stringify(outcome.result.unresolved),
      outcome.result.unresolvedCount,
    ]);
    return rows.length > 0;
  }

  /** Of all organizations, some at a time; returns the keys of files that are left, null for most. */
  async removeBefore(time: Date): Promise<(string | null)[]> {
    const rows = await this.database.query<{ key: string | null }>(NO_TRANSACTION, REMOVE, [time]);
    return rows.map(({ key }) => key);
  }
}

function outputOf({
  id,
  boardId,
  status,
  total,
  done,
  problems,
  created,
  updated,
  unchanged,
  unresolved,
  unresolvedCount,
  createdAt,
  updatedAt,
}: Omit<ImportEntity, 'organizationId'>): ImportOutput {
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  const result = { created, updated, unchanged, unresolved, unresolvedCount };
  return { id, boardId, status, total, done, problems, ...result, ...times };
}
