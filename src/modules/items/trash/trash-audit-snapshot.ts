import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** The audit log's record of purged items: the names of the first fifty. */
export const AUDITED_TRASH = recordAuditSnapshot(
  'trash',
  ['organizationId', 'ids'],
  `select jsonb_object_agg(id, name) as names
   from (select id, name from items where organization_id = $1 and id = any ($2) order by id limit 50) purged
   having count(*) > 0`,
);
