import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../kernel/cursor';
import { ReadDatabase } from '../../platform/database/replica/read-database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { conditionsOf, listAudit } from './audit-filter';
import { AuditPartitionsService } from './audit-partitions.service';
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

/** The entry after which a page starts. */
interface Place {
  createdAt: Date | string;
  id: string;
}

const CURSOR = statement(
  'audit.cursor',
  `select id, at as "createdAt" from audit_entries where organization_id = $1 and id = $2`,
);

const END = new Date('9999-12-31T23:59:59.999Z');
/** Before the newest entry: `~` sorts after every id. */
const FRONT: Place = { createdAt: END, id: '~' };
/** The number of entries that an export has in memory: each has at most 12 kB, usually less than one. */
const BATCH = 250;

@Injectable()
export class AuditReadModel {
  constructor(
    private readonly database: ReadDatabase,
    private readonly partitions: AuditPartitionsService,
  ) {}

  /** Newest first. */
  async list(context: TenantContext, { cursor, limit, ...wishes }: AuditListInput): Promise<Page<AuditRow>> {
    const place = cursor ? await this.place(context, cursor) : FRONT;
    return pageOf(await this.behind(context, place, wishes, limit + 1), limit);
  }

  /**
   * All entries at the time of the call, newest first. Batches are read when the previous one has been consumed; each
   * is a separate statement, so that a slow client keeps no transaction open.
   */
  async *batches(context: TenantContext, wishes: Omit<AuditExportInput, 'form'>): AsyncGenerator<AuditRow[]> {
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
    { from, to, ...filter }: Omit<AuditExportInput, 'form'>,
    rows: number,
  ): Promise<AuditRow[]> {
    const { names, values } = conditionsOf(filter);
    const keptSince = this.partitions.keptSince();
    const period = [from === undefined || new Date(from) < keptSince ? keptSince : from, to ?? END];
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
