import { AppError, InvalidInput } from '../../kernel/app-error';

export class AlreadyAMember extends AppError {
  constructor() {
    super('CONFLICT', 'This user is already a member of the organization');
  }
}

/** The row moved under a write that named the version it had seen. */
export class MemberChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The member has changed since it was read; read it again');
  }
}

/** The table of roles does not let the caller do this to someone of that role, or give them that one. */
export class RoleChangeForbidden extends AppError {
  constructor() {
    super('FORBIDDEN', 'Your organization role does not allow this');
  }
}

export class OwnerMustHandOver extends AppError {
  constructor() {
    super('FORBIDDEN', 'The owner must transfer ownership before leaving the organization');
  }
}

/** Only the owner hands ownership over; a directory that is misconfigured must not lock everyone out. */
export class OwnerIsOutOfReach extends AppError {
  constructor() {
    super('FORBIDDEN', 'A directory cannot deactivate, change or remove the owner of the organization');
  }
}

/** An admin makes tokens for directories, and must not become by one what only the owner is. */
export class AdminsAreOutOfReach extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This SCIM token was created by an admin and cannot create, change or remove admins; use a token created by the owner',
    );
  }
}

/** Their assignments go to someone who can work on them. */
export class NoSuchSuccessor extends AppError {
  constructor() {
    const issue = { path: 'reassignTo', message: 'No such active member' };
    super('NOT_FOUND', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class SuccessorIsTheSame extends InvalidInput {
  constructor() {
    super([{ path: 'reassignTo', message: 'Must be another user' }]);
  }
}

export class NewOwnerNotAnAdmin extends InvalidInput {
  constructor() {
    super([{ path: 'userId', message: 'Must be an active admin of the organization' }]);
  }
}
