import { recordAuditSnapshot } from '../../../access/audit/audit-snapshot';

// Certificates are identified as in certificateDetails: SHA-256 of the content without the RFC 7468 armor.
const FINGERPRINTS = `array(
  select regexp_replace(
    upper(encode(sha256(decode(regexp_replace(pem, '-----[A-Z ]+-----|\\s', '', 'g'), 'base64')), 'hex')),
    '(..)(?!$)', '\\1:', 'g')
  from unnest(certificates) with ordinality as given (pem, at) order by at)`;

/** What the audit log records of a connection. The client secret is never included. */
export const AUDITED_CONNECTION = recordAuditSnapshot(
  'connection',
  ['organizationId'],
  `select connection.type, connection.entity_id as "entityId", connection.sso_url as "ssoUrl",
     ${FINGERPRINTS} as fingerprints, connection.slo_url as "sloUrl", connection.sign_requests as "signRequests",
     connection.issuer, connection.client_id as "clientId", connection.scopes,
     connection.email_attribute as "emailAttribute", connection.name_attribute as "nameAttribute",
     connection.groups_attribute as "groupsAttribute", connection.default_role as "defaultRole",
     connection.group_roles as "groupRoles", connection.domains, connection.tested_at as "testedAt",
     organization.sign_on_enforced as enforced
   from sso_connections connection join organizations organization on organization.id = connection.organization_id
   where connection.organization_id = $1`,
  { isHeld: true },
);
