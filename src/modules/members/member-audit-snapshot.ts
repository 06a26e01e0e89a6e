import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

const MEMBER = `select person.name, person.email, member.role, member.status
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = $2`;

/** The audit snapshot of a member or an invited user, who has the id that the list of members shows. */
export const AUDITED_MEMBER = recordAuditSnapshot(
  'member',
  ['organizationId', 'userId'],
  `${MEMBER}
   union all
   select email, email, role, status from invitations
   where organization_id = $1 and user_id = $2 and status = 'pending'`,
  { isHeld: true },
);

/** The audit snapshot of a service account, which has no address. */
export const AUDITED_SERVICE_ACCOUNT = recordAuditSnapshot(
  'service-account',
  ['organizationId', 'target'],
  `select person.name, member.role, member.status
   from members member join users person on person.id = member.user_id and person.is_service_account
   where member.organization_id = $1 and member.user_id = $2`,
  { isHeld: true },
);

/** The audit snapshot of the caller's membership. */
export const AUDITED_MEMBERSHIP = recordAuditSnapshot('membership', ['organizationId', 'callerId'], MEMBER);

/** The audit snapshot of the organization's owner. */
export const AUDITED_OWNER = recordAuditSnapshot(
  'owner',
  ['organizationId'],
  `select user_id as "ownerId" from members where organization_id = $1 and role = 'owner'`,
  { isHeld: true },
);
