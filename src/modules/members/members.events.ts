import { z } from 'zod';
import { ORGANIZATION_ROLES } from '../../access/role';
import { currentRecord } from '../../platform/events/current-record';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { invitationRecord as invitation } from './invitations/invitations.schemas';
import { member } from './members.schemas';

const internal = 'Administration of members, which audit.list shows.';

/** The record after the change; for a removal, before it. */
export const membersEvents = {
  invited: defineEvent('member.invited', {
    when: 'A person was invited to the organization.',
    subject: 'organization',
    payload: { invitation },
    public: {
      fields: [],
      read: { invitation: currentRecord(invitation, invitation.pick({ invitationId: true })) },
    },
  }),
  invitationResent: defineEvent('invitation.resent', {
    when: 'An invitation was sent again with a new link.',
    subject: 'organization',
    payload: { invitation },
    public: { internal },
  }),
  invitationLinkCopied: defineEvent('invitation.link_copied', {
    when: 'A new link of an invitation was shown to an administrator instead of being mailed.',
    subject: 'organization',
    payload: { invitation },
    public: { internal },
  }),
  invitationRevoked: defineEvent('invitation.revoked', {
    when: 'An invitation was revoked.',
    subject: 'organization',
    payload: { invitation },
    public: { internal },
  }),
  invitationAccepted: defineEvent('invitation.accepted', {
    when: 'A person who was invited became a member, with the link or in another way.',
    subject: 'organization',
    payload: {
      invitationId: schema.id('invitation'),
      userId: schema.id('user'),
      /** The member who sent the invitation last. */
      invitedBy: schema.id('user'),
    },
    public: { internal },
  }),
  joined: defineEvent('member.joined', {
    when: 'A person became a member of the organization.',
    subject: 'organization',
    payload: { member },
    public: { internal },
  }),
  roleChanged: defineEvent('member.role_changed', {
    when: 'The role of a member in the organization changed.',
    subject: 'organization',
    payload: { member, previousRole: z.enum(ORGANIZATION_ROLES) },
    public: { internal },
  }),
  deactivated: defineEvent('member.deactivated', {
    when: 'A member was deactivated.',
    subject: 'organization',
    payload: { member },
    public: { internal },
  }),
  reactivated: defineEvent('member.reactivated', {
    when: 'A deactivated member was reactivated.',
    subject: 'organization',
    payload: { member },
    public: { internal },
  }),
  removed: defineEvent('member.removed', {
    when: 'A member was removed from the organization; `reassignTo` takes over the assigned items.',
    subject: 'organization',
    payload: { member, reassignTo: schema.id('user').nullable() },
    public: { fields: ['reassignTo'], read: { member: member.pick({ id: true }) } },
  }),
  ownershipTransferred: defineEvent('organization.ownership_transferred', {
    when: 'The ownership of the organization was transferred.',
    subject: 'organization',
    payload: { owner: member, previousOwner: member },
    public: { internal },
  }),
};
