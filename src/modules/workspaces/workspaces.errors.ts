import { AppError, type InputIssue, InvalidInput } from '../../kernel/app-error';

/** The workspace changed after the version that the write expects. */
export class WorkspaceChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The workspace has changed since it was read; read it again');
  }
}

export class NotAWorkspaceMember extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such member of this workspace');
  }
}

export class MembershipChanged extends AppError {
  constructor() {
    super('CONFLICT', "The member's role has changed since it was read; read it again");
  }
}

export class AlreadyAWorkspaceMember extends AppError {
  constructor() {
    super('CONFLICT', 'This user is already a member of the workspace');
  }
}

export const GUESTS_CANNOT_JOIN = 'Guests cannot join workspaces; share boards with them';

export class GuestInWorkspace extends InvalidInput {
  constructor() {
    super([{ path: 'userId', message: GUESTS_CANNOT_JOIN }]);
  }
}

/** Of several users, those who cannot be added: NOT_FOUND if one of them is no member of the organization. */
export class CannotJoinWorkspace extends AppError {
  constructor(issues: readonly InputIssue[], isMissing: boolean) {
    const [{ path, message }] = issues as [InputIssue];
    super(isMissing ? 'NOT_FOUND' : 'BAD_REQUEST', `${path}: ${message}`, { issues });
  }
}

export class AlreadyAWorkspaceGroup extends AppError {
  constructor() {
    super('CONFLICT', 'This group already has a role in the workspace');
  }
}

export class NotAWorkspaceGroup extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such group of this workspace');
  }
}

export class GroupRoleChanged extends AppError {
  constructor() {
    super('CONFLICT', "The group's role has changed since it was read; read it again");
  }
}
