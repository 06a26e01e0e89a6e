import { AppError, InvalidInput } from '../../kernel/app-error';

export class AlreadyAMember extends AppError {
  constructor() {
    super('CONFLICT', 'This person is a member of the organization already');
  }
}

/** The row moved under a write that named the version it had seen. */
export class MemberChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The member has changed since; read them again');
  }
}

/** The table of roles does not let the caller do this to somebody of that role, or give them that one. */
export class RoleRefused extends AppError {
  constructor() {
    super('FORBIDDEN', 'Your role in the organization does not reach that far');
  }
}

export class OwnerMustHandOver extends AppError {
  constructor() {
    super('FORBIDDEN', 'The owner hands the organization over before leaving it');
  }
}

/** Only the owner hands ownership over; a directory that is misconfigured must not lock everybody out. */
export class OwnerIsOutOfReach extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'The owner of the organization is neither deactivated, moved nor removed by its directory',
    );
  }
}

/** An admin makes tokens for directories, and must not become by one what only the owner is. */
export class AdminsAreOutOfReach extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'The token of this directory was made by an admin, who may not make, change or remove admins; use one that the owner has made',
    );
  }
}

/** Their assignments go to somebody who can work on them. */
export class NoSuchSuccessor extends AppError {
  constructor() {
    const issue = { path: 'reassignTo', message: 'No such active member' };
    super('NOT_FOUND', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class SuccessorIsTheSame extends InvalidInput {
  constructor() {
    super([{ path: 'reassignTo', message: 'Must be somebody else' }]);
  }
}

export class NewOwnerNotAnAdmin extends InvalidInput {
  constructor() {
    super([{ path: 'userId', message: 'Must be an active admin of the organization' }]);
  }
}
