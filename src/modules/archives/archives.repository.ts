import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { Id, UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { Expires, removalOf } from '../../platform/schedule/expires.decorator';

export type ExportId = Id<'organizationExport'>;

export interface OrganizationExport {
  id: ExportId;
  status: 'running' | 'ready' | 'failed';
  progress: number;
  storageKey: string | null;
  size: number | null;
  sha256: string | null;
  createdBy: UserId;
  createdAt: Date | string;
  completedAt: Date | string | null;
  expiresAt: Date | string;
}

const FIELDS = `id, status, progress, storage_key as "storageKey", size_bytes::float8 as size, sha256, created_by as "createdBy",
  created_at as "createdAt", completed_at as "completedAt", expires_at as "expiresAt"`;

// Nothing while another one is running.
const ADD = statement(
  'organization-exports.add',
  `insert into organization_exports (organization_id, id, status, progress, created_by, created_at, expires_at)
   values ($1, $2, 'running', 0, $3, $4, $5)
   on conflict (organization_id) where status = 'running' do nothing
   returning ${FIELDS}`,
);

const FIND = statement(
  'organization-exports.find',
  `select ${FIELDS} from organization_exports where organization_id = $1 and id = $2`,
);

// The file of an attempt whose process died is removed. The update reads `before`, which is therefore read first.
const BEGIN = statement(
  'organization-exports.begin',
  `with before as (
     select storage_key as key from organization_exports
     where organization_id = $1 and id = $2 and status = 'running' for update),
   abandoned as (
     insert into file_removals (storage_key) select key from before where key is not null on conflict do nothing)
   update organization_exports set storage_key = $3, progress = 0
   from before where organization_id = $1 and id = $2 returning 1`,
);

const ADVANCE = statement(
  'organization-exports.advance',
  `update organization_exports set progress = $4
   where organization_id = $1 and id = $2 and storage_key = $3 and status = 'running' returning 1`,
);

// The archives before are replaced. An attempt that another one has replaced writes nothing.
const COMPLETE = statement(
  'organization-exports.complete',
  `with completed as (
     update organization_exports
     set status = 'ready', progress = 100, size_bytes = $4, sha256 = $5, completed_at = $6, expires_at = $7
     where organization_id = $1 and id = $2 and storage_key = $3 and status = 'running' returning id),
   replaced as (
     delete from organization_exports
     where organization_id = $1 and id <> $2 and status <> 'running' and exists (select from completed))
   select from completed`,
);

const FAIL = statement(
  'organization-exports.fail',
  `with failed as (
     update organization_exports set status = 'failed', completed_at = $3
     where organization_id = $1 and id = $2 and status = 'running' returning storage_key)
   insert into file_removals (storage_key) select storage_key from failed where storage_key is not null on conflict do nothing`,
);

@Expires({ kind: 'archives of organizations', removal: removalOf('organization_exports') })
@Injectable()
export class ArchivesRepository {
  constructor(private readonly database: Database) {}

  /** Null while another export of the organization is running. */
  async add(
    context: TenantContext,
    { id, createdBy, expiresAt }: Pick<OrganizationExport, 'id' | 'createdBy' | 'expiresAt'>,
  ): Promise<OrganizationExport | null> {
    const values = [context.organizationId, id, createdBy, clock.now(), expiresAt];
    return (await this.database.query<OrganizationExport>(context, ADD, values))[0] ?? null;
  }

  async find(context: TenantContext, id: ExportId): Promise<OrganizationExport | null> {
    const values = [context.organizationId, id];
    return (await this.database.query<OrganizationExport>(context, FIND, values))[0] ?? null;
  }

  /** Begins an attempt, which writes a file with that key; false when the export is not running any more. */
  async begin(context: TenantContext, id: ExportId, storageKey: string): Promise<boolean> {
    return (await this.database.query(context, BEGIN, [context.organizationId, id, storageKey])).length > 0;
  }

  async advance(context: TenantContext, id: ExportId, storageKey: string, progress: number): Promise<void> {
    await this.database.query(context, ADVANCE, [context.organizationId, id, storageKey, progress]);
  }

  /** False when another attempt has begun, or the export was deleted: the file is then of no use. */
  async complete(
    context: TenantContext,
    id: ExportId,
    {
      storageKey,
      size,
      sha256,
      expiresAt,
    }: { storageKey: string; size: number; sha256: string; expiresAt: Date },
  ): Promise<boolean> {
    const values = [context.organizationId, id, storageKey, size, sha256, clock.now(), expiresAt];
    return (await this.database.query(context, COMPLETE, values)).length > 0;
  }

  async fail(context: TenantContext, id: ExportId): Promise<void> {
    await this.database.query(context, FAIL, [context.organizationId, id, clock.now()]);
  }
}
