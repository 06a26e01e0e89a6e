import { forbidden, policy } from '../../../access/policy';
import type { AuthenticatedUser } from '../../../access/principal';

/** All organizations of the user share the profile, and a token acts in only one. */
export const changeProfile = policy<readonly { organizationId: string }[], AuthenticatedUser>(
  ({ credential }, memberships) =>
    credential.kind === 'session' ||
    memberships.every(({ organizationId }) => organizationId === credential.organizationId),
  forbidden(
    'You are a member of other organizations too, and a token acts in one: sign in to change your profile',
  ),
);
