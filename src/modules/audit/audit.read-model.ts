import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { conditionsOf, listAudit } from './audit-filter';
import type { AuditExportInput, AuditListInput } from './audit.schemas';

export interface AuditRow {
  id: string;
  action: string;
  outcome: string;
  reason: string | null;
  target: string | null;
  actorId: string | null;
  actorName: string | null;
  actorEmail: string | null;
  credentialKind: string | null;
  credentialId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string;
  details: Record<string, unknown>;
  createdAt: string;
}

/** Where a page begins: behind this entry. */
interface Place {
  createdAt: Date | string;
  id: string;
}

const CURSOR = statement(
  'audit.cursor',
  `select id, at as "createdAt" from audit_entries where organization_id = $1 and id = $2`,
);

const BEGINNING = new Date('0001-01-01T00:00:00Z');
const END = new Date('9999-12-31T23:59:59.999Z');
/** In front of every entry: `~` is behind every id. */
const FRONT: Place = { createdAt: END, id: '~' };
/** Entries that an export has in memory at a time: of 12 kB at the most, and seldom of one. */
const BATCH = 250;

@Injectable()
export class AuditReadModel {
  constructor(private readonly database: Database) {}

  /** Newest first. */
  async list(context: TenantContext, { cursor, limit, ...wishes }: AuditListInput): Promise<Page<AuditRow>> {
    const place = cursor ? await this.place(context, cursor) : FRONT;
    return pageOf(await this.behind(context, place, wishes, limit + 1), limit);
  }

  /**
   * All there are, newest first: what comes in meanwhile stands before the beginning. A batch is asked for when the one
   * before it is done with; each is a statement of its own, so that nothing waits for a slow reader.
   */
  async *batches(context: TenantContext, wishes: AuditExportInput): AsyncGenerator<AuditRow[]> {
    let place = FRONT;
    for (;;) {
      const rows = await this.behind(context, place, wishes, BATCH);
      if (rows.length > 0) yield rows;
      if (rows.length < BATCH) return;
      place = rows.at(-1)!;
    }
  }

  private behind(
    context: TenantContext,
    { createdAt, id }: Place,
    { from, to, ...filter }: AuditExportInput,
    rows: number,
  ): Promise<AuditRow[]> {
    const { names, values } = conditionsOf(filter);
    const period = [from ?? BEGINNING, to ?? END];
    return this.database.query<AuditRow>(context, listAudit(names, rows), [
      context.organizationId,
      createdAt,
      id,
      ...period,
      ...values,
    ]);
  }

  private async place(context: TenantContext, cursor: string): Promise<Place> {
    const [row] = await this.database.query<Place>(context, CURSOR, [context.organizationId, cursor]);
    if (row === undefined) throw new UnknownCursor();
    return row;
  }
}
