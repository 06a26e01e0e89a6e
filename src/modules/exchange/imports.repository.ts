import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { BoardId, ImportId, UserId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { ImportWork } from './importing/import-work';
import type { ImportOutput, ImportProblem } from './imports.schemas';

const FIELDS = `id, board_id as "boardId", status, total, done, problems, created_at as "createdAt",
  updated_at as "updatedAt"`;

const INSERT = statement(
  'imports.insert',
  `insert into imports (organization_id, id, board_id, status, total, done, problems, work, created_by, created_at,
     updated_at)
   values ($1, $2, $3, $4, $5, $6, '[]', $7, $8, $9, $9)
   returning ${FIELDS}`,
);

const OWN = statement(
  'imports.own',
  `select ${FIELDS} from imports where organization_id = $1 and id = $2 and created_by = $3`,
);

const RUNNING = statement(
  'imports.running',
  `select total, work, created_by as "createdBy" from imports
   where organization_id = $1 and id = $2 and status = 'running'`,
);

const PROGRESS = statement(
  'imports.progress',
  `update imports set done = $3, updated_at = $4 where organization_id = $1 and id = $2 and status = 'running'`,
);

const END = statement(
  'imports.end',
  `update imports
   set status = $3, board_id = coalesce($4, board_id), done = case $3 when 'done' then total else 0 end,
     problems = $5, work = null, updated_at = $6
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

export interface NewImport {
  id: ImportId;
  boardId: BoardId | null;
  total: number;
  /** Null when all of it is done already. */
  work: ImportWork | null;
}

@Injectable()
export class ImportsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    context: TenantContext & { principal: { userId: UserId } },
    { id, boardId, total, work }: NewImport,
  ): Promise<ImportOutput> {
    const [row] = await this.database.query<ImportOutput>(context, INSERT, [
      context.organizationId,
      id,
      boardId,
      work === null ? 'done' : 'running',
      total,
      work === null ? total : 0,
      work === null ? null : JSON.stringify(work),
      context.principal.userId,
      clock.now(),
    ]);
    return row!;
  }

  /** Null also for other users' imports. */
  async findOwn(context: TenantContext, id: ImportId, userId: UserId): Promise<ImportOutput | null> {
    const [row] = await this.database.query<ImportOutput>(context, OWN, [context.organizationId, id, userId]);
    return row ?? null;
  }

  /** Null when it has finished. */
  async findRunning(
    context: TenantContext,
    id: ImportId,
  ): Promise<{ total: number; work: ImportWork; createdBy: UserId } | null> {
    const [row] = await this.database.query<{ total: number; work: ImportWork; createdBy: UserId }>(
      context,
      RUNNING,
      [context.organizationId, id],
    );
    return row ?? null;
  }

  async progress(context: TenantContext, id: ImportId, done: number): Promise<void> {
    await this.database.query(context, PROGRESS, [context.organizationId, id, done, clock.now()]);
  }

  /** False when another worker has already finished it, with the same result. */
  async end(
    context: TenantContext,
    id: ImportId,
    outcome: { status: 'done' | 'failed'; boardId: BoardId | null; problems: readonly ImportProblem[] },
  ): Promise<boolean> {
    const rows = await this.database.query(context, END, [
      context.organizationId,
      id,
      outcome.status,
      outcome.boardId,
      JSON.stringify(outcome.problems),
      clock.now(),
    ]);
    return rows.length > 0;
  }

  /** Of all organizations, some at a time; returns the keys of files that are left, null for most. */
  async removeBefore(time: Date): Promise<(string | null)[]> {
    const rows = await this.database.query<{ key: string | null }>(NO_TRANSACTION, REMOVE, [time]);
    return rows.map(({ key }) => key);
  }
}
