import type { UserId } from '../../kernel/ids';
import type { DomainEvent } from '../../platform/jobs/outbox';

/** Events belong to organizations; what happens to an account alone (a reset password) has none. */
export const accountsEvents = {
  /** Somebody signed in on the host of an organization that they are a member of. */
  signedIn: (userId: UserId): DomainEvent => ({ type: 'member.signed_in', data: { userId } }),
  /** The owner signed in by other means than the single sign-on that is enforced for everybody else. */
  brokeGlass: (userId: UserId, method: string): DomainEvent => ({
    type: 'member.broke_glass',
    data: { userId, method },
  }),
  /** In each organization that the person is an active member of. */
  renamed: (userId: UserId, name: string): DomainEvent => ({
    type: 'member.renamed',
    data: { userId, name },
  }),
};
