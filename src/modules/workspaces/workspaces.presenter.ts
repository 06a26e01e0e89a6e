import type { WorkspaceMemberRow, WorkspaceRow } from './workspaces.read-model';
import type { WorkspaceOutput } from './workspaces.schemas';

export function presentWorkspace(row: WorkspaceRow): WorkspaceOutput {
  const { id, name, description, color, icon, visibility, archivedAt, createdAt, updatedAt } = row;
  return { id, name, description, color, icon, visibility, archivedAt, createdAt, updatedAt };
}

export function presentWorkspaceMember({ id, name, isServiceAccount, role }: WorkspaceMemberRow) {
  return { userId: id, name, isServiceAccount, role };
}

/** The membership as a separate record, with its version. */
export function presentMembership(row: WorkspaceMemberRow) {
  return { ...presentWorkspaceMember(row), updatedAt: row.updatedAt };
}
