import { newId } from '../../../src/kernel/ids';
import type { TestOrganization } from './organization.factory';

/** The record of an export that failed, so that another one can start. */
export async function anEndedExport({ app, id, owner }: TestOrganization): Promise<string> {
  const exportId = newId('organizationExport');
  await app.sql.query(
    `insert into organization_exports (organization_id, id, status, progress, created_by, created_at, completed_at, expires_at)
     values ($1, $2, 'failed', 0, $3, now(), now(), now() + interval '7 days')`,
    [id, exportId, owner.userId],
  );
  return exportId;
}
