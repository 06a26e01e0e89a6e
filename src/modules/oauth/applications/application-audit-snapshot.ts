import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

/** The audit snapshot of an OAuth application. */
export const AUDITED_APPLICATION = recordAuditSnapshot(
  'application',
  ['organizationId', 'target'],
  `select name, redirect_uris as "redirectUris", scopes, secret_digest is null as public
   from oauth_applications where organization_id = $1 and id = $2`,
  { isHeld: true },
);

/** The audit snapshot of a user's grant; its application can belong to another organization. */
export const AUDITED_GRANT = recordAuditSnapshot(
  'grant',
  ['organizationId', 'target'],
  `select granted.user_id as "userId", granted.application_id as "applicationId", application.name as "applicationName"
   from oauth_grants granted
   join oauth_applications application
     on application.organization_id = granted.application_organization_id and application.id = granted.application_id
   where granted.organization_id = $1 and granted.id = $2`,
);
