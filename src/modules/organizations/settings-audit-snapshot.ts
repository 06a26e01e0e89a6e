import { recordAuditSnapshot } from '../../access/audit/audit-snapshot';

/** The audit snapshot of an organization's settings. */
export const AUDITED_SETTINGS = recordAuditSnapshot(
  'organization',
  ['organizationId'],
  `select name, slug, timezone, date_format as "dateFormat", week_start as "weekStart", language, plan,
     two_factor_required_from as "twoFactorRequiredFrom", outbound_hosts as "outboundHosts",
     max_token_lifetime_days as "maxTokenLifetimeDays",
     token_lifetime_covers_existing as "tokenLifetimeCoversExisting"
   from organizations where id = $1 and deleted_at is null`,
  { isHeld: true },
);
