import { AppError, InvalidInput } from '../../../kernel/app-error';

export class AlreadyInvited extends AppError {
  constructor() {
    const issue = {
      path: 'email',
      message: 'This address already has a pending invitation; resend it or revoke it',
    };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

/** The invitation was accepted or revoked, or has expired. Only a pending invitation can be revoked. */
export class InvitationEnded extends AppError {
  constructor(status: string) {
    super('CONFLICT', `The invitation is ${status}`);
  }
}

export class InvitedWorkspaceNotFound extends AppError {
  constructor(index: number) {
    const issue = { path: `workspaceIds.${index}`, message: 'No such workspace' };
    super('NOT_FOUND', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class GuestInWorkspaces extends InvalidInput {
  constructor() {
    super([{ path: 'workspaceIds', message: 'Guests cannot join workspaces; share boards with them' }]);
  }
}

export class TooManyInvitations extends AppError {
  constructor(retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', 'The daily limit of invitations is reached', { retryAfterSeconds });
  }
}

/** The same error for a link that was used, replaced or revoked, that has expired, or that never existed. */
export class InvitationNotValid extends AppError {
  constructor() {
    super('NOT_FOUND', 'This invitation is no longer valid; ask for a new one');
  }
}

export class InvitationForSomebodyElse extends AppError {
  constructor() {
    super('FORBIDDEN', 'This invitation is for another e-mail address');
  }
}

/** A token is bound to one organization and cannot join another. */
export class SignInToAccept extends AppError {
  constructor() {
    super('FORBIDDEN', 'Accepting an invitation requires a session');
  }
}
