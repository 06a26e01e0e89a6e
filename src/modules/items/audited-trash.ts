import { auditedRecord } from '../../rpc/audited-record';

/** What the audit log tells of items that are purged: their names, of the first fifty. */
export const AUDITED_TRASH = auditedRecord(
  'trash',
  ['organizationId', 'ids'],
  `select jsonb_object_agg(id, name) as names
   from (select id, name from items where organization_id = $1 and id = any ($2) order by id limit 50) purged
   having count(*) > 0`,
);
