import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit snapshot of a webhook. The secrets are never included. */
export const AUDITED_WEBHOOK = recordAuditSnapshot(
  'webhook',
  ['organizationId', 'target'],
  `select name, url, events, project_id as "projectId", disabled_at is null as enabled
   from webhooks where organization_id = $1 and id = $2`,
  { isHeld: true },
);
