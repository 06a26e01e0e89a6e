import { RESTORATION_DAYS } from './restoration-period';

/**
 * SQL: whether `previous` is an owner of the deleted `organization` who lost the ownership in the week before the deletion. An
 * attacker could transfer it to an account of their own, and be the only one who gets the link that restores the organization.
 */
export const IS_RECENT_OWNER = `previous.organization_id = organization.id
  and previous.owned_until > organization.deleted_at - interval '${RESTORATION_DAYS} days'`;
