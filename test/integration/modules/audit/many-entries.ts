import { auditPartitions } from '../../../support/audit-partitions';
import type { TestOrganization } from '../../../support/factories/organization.factory';

/** What one entry in so many is. */
export const ONE_IN = {
  rareAction: 400,
  otherActor: 1_000,
  rareTarget: 2_000,
  otherAddress: 500,
  failure: 250,
};

/**
 * Entries a minute apart, the newest now: mostly sign-ins of the owner from one address. What is rare is all in the older
 * half, where a walk from the newest entry on would find it late.
 */
export async function manyEntries({ app, id, owner }: TestOrganization, count: number): Promise<void> {
  const rare = (oneIn: number) => `(at % ${oneIn} = 0 and at <= $3::int / 2)`;
  await auditPartitions(app, Math.ceil(count / 1_440));
  await app.sql.query(
    `insert into audit_entries
       (organization_id, id, at, action, outcome, actor_id, target, ip, request_id, details)
     select $1, 'aud_' || lpad(at::text, 26, '0'), now() - ($3 - at) * interval '1 minute',
       case when ${rare(ONE_IN.rareAction)} then 'oauth.apps.create' else 'auth.signin' end,
       case when ${rare(ONE_IN.failure)} then 'failure' else 'success' end,
       case when ${rare(ONE_IN.otherActor)} then 'usr_other' else $2 end,
       case when ${rare(ONE_IN.rareTarget)} then 'wsp_rare' else $2 end,
       case when ${rare(ONE_IN.otherAddress)} then '203.0.113.7' else '127.0.0.1' end, 'r', '{}'
     from generate_series(1, $3::int) as at`,
    [id, owner.userId, count],
  );
}
