import { AppError, InvalidInput } from '../../kernel/app-error';

/** The row moved under a write that named the version it had seen. */
export class WorkspaceChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The workspace has changed since; read it again');
  }
}

export class NotAWorkspaceMember extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such member of this workspace');
  }
}

export class MembershipChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The member’s role has changed since; read it again');
  }
}

export class AlreadyAWorkspaceMember extends AppError {
  constructor() {
    super('CONFLICT', 'This person is a member of the workspace already');
  }
}

export class GuestInWorkspace extends InvalidInput {
  constructor() {
    super([{ path: 'userId', message: 'Guests do not join workspaces; share boards with them' }]);
  }
}
