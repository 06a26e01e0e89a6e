import type { UserId, WorkspaceId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { WorkspaceOutput } from './workspaces.schemas';

const event = (type: string, data: { [key: string]: Json }): DomainEvent => ({ type, data });

/** The record as it is after the change, in the API's own shape. */
export const workspacesEvents = {
  created: (workspace: WorkspaceOutput) => event('workspace.created', { workspace }),
  updated: (workspace: WorkspaceOutput) => event('workspace.updated', { workspace }),
  archived: (workspace: WorkspaceOutput) => event('workspace.archived', { workspace }),
  restored: (workspace: WorkspaceOutput) => event('workspace.restored', { workspace }),
  deleted: (workspace: WorkspaceOutput) => event('workspace.deleted', { workspace }),
  memberAdded: (workspaceId: WorkspaceId, userId: UserId, role: string) =>
    event('workspace.member.added', { workspaceId, userId, role }),
  memberRoleChanged: (workspaceId: WorkspaceId, userId: UserId, role: string) =>
    event('workspace.member.role_changed', { workspaceId, userId, role }),
  memberRemoved: (workspaceId: WorkspaceId, userId: UserId) =>
    event('workspace.member.removed', { workspaceId, userId }),
};
