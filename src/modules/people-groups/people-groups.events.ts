import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { peopleGroupId } from '../hierarchy';
import { peopleGroup } from './people-groups.schemas';

const internal = 'Administration of access, which audit.list shows.';
const belonging = { groupId: peopleGroupId, userId: schema.id('user') };

/** The record after the change; for a deletion, before it. Changes that a directory makes are entries of the audit log only. */
export const peopleGroupsEvents = {
  created: defineEvent('people_group.created', {
    when: 'A group of people was created.',
    subject: 'organization',
    payload: { group: peopleGroup },
    public: { internal },
  }),
  updated: defineEvent('people_group.updated', {
    when: 'The name or the description of a group of people changed.',
    subject: 'organization',
    payload: { group: peopleGroup },
    public: { internal },
  }),
  deleted: defineEvent('people_group.deleted', {
    when: 'A group of people was deleted.',
    subject: 'organization',
    payload: { group: peopleGroup },
    public: { internal },
  }),
  memberAdded: defineEvent('people_group_member.added', {
    when: 'A member of the organization was added to a group of people.',
    subject: 'organization',
    payload: belonging,
    public: { internal },
  }),
  memberRemoved: defineEvent('people_group_member.removed', {
    when: 'A member of the organization was removed from a group of people.',
    subject: 'organization',
    payload: belonging,
    public: { internal },
  }),
};
