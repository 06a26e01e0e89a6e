import type { DomainEvent } from '../../platform/jobs/outbox';
import type { MemberOutput } from './members.schemas';

/** The member as it is after the change, in the API's own shape. */
export const membersEvents = {
  joined: (member: MemberOutput): DomainEvent => ({ type: 'member.joined', data: { member } }),
};
