import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit log's record of a group of people. */
export const AUDITED_PEOPLE_GROUP = recordAuditSnapshot(
  'people-group',
  ['organizationId', 'target'],
  `select name, description from people_groups where organization_id = $1 and id = $2`,
  { isHeld: true },
);
