import { z } from 'zod';
import { WORKSPACE_ROLES } from '../../access/role';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { peopleGroupId } from '../hierarchy';
import { workspace } from './workspaces.schemas';

const internal = 'Clients read workspaces with workspaces.list.';

/** The record after the change; for a deletion, before it. */
export const workspacesEvents = {
  created: defineEvent('workspace.created', {
    when: 'A workspace was created.',
    subject: 'organization',
    payload: { workspace },
    public: { internal },
  }),
  updated: defineEvent('workspace.updated', {
    when: 'The settings of a workspace changed.',
    subject: 'organization',
    payload: { workspace },
    public: { internal },
  }),
  archived: defineEvent('workspace.archived', {
    when: 'A workspace was archived.',
    subject: 'organization',
    payload: { workspace },
    public: { internal },
  }),
  restored: defineEvent('workspace.restored', {
    when: 'A workspace was restored from the archive.',
    subject: 'organization',
    payload: { workspace },
    public: { internal },
  }),
  deleted: defineEvent('workspace.deleted', {
    when: 'A workspace was deleted with its projects.',
    subject: 'organization',
    payload: { workspace },
    public: { internal },
  }),
};

const membership = { workspaceId: schema.id('workspace'), userId: schema.id('user') };
const role = z.enum(WORKSPACE_ROLES);

export const workspaceMembersEvents = {
  added: defineEvent('workspace_member.added', {
    when: 'A member of the organization was added to a workspace.',
    subject: 'organization',
    payload: { ...membership, role },
    public: { internal },
  }),
  roleChanged: defineEvent('workspace_member.role_changed', {
    when: 'The role of a member in a workspace changed.',
    subject: 'organization',
    payload: { ...membership, role },
    public: { internal },
  }),
  removed: defineEvent('workspace_member.removed', {
    when: 'A member was removed from a workspace.',
    subject: 'organization',
    payload: membership,
    public: { internal },
  }),
};

const belonging = { workspaceId: schema.id('workspace'), groupId: peopleGroupId };

export const workspaceGroupsEvents = {
  added: defineEvent('workspace_group.added', {
    when: 'A group of people was given a role in a workspace.',
    subject: 'organization',
    payload: { ...belonging, role },
    public: { internal },
  }),
  roleChanged: defineEvent('workspace_group.role_changed', {
    when: 'The role of a group of people in a workspace changed.',
    subject: 'organization',
    payload: { ...belonging, role },
    public: { internal },
  }),
  removed: defineEvent('workspace_group.removed', {
    when: 'A group of people was removed from a workspace.',
    subject: 'organization',
    payload: belonging,
    public: { internal },
  }),
};
