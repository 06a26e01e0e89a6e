import { AppError, InvalidInput } from '../../kernel/app-error';

export class AlreadyAMember extends AppError {
  constructor() {
    super('CONFLICT', 'This user is already a member of the organization');
  }
}

/** The member was changed since the version that the caller expects. */
export class MemberChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The member has changed since it was read; read it again');
  }
}

/** Deactivated service accounts count as well: they can be reactivated. */
export const SERVICE_ACCOUNTS_MAX = 1_000;

export class ServiceAccountLimitExceeded extends InvalidInput {
  constructor() {
    super([
      { path: '', message: `An organization can have at most ${SERVICE_ACCOUNTS_MAX} service accounts` },
    ]);
  }
}

/** The caller's role cannot change members with this role, or cannot assign it. */
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

/** An organization always has an owner. */
export class OwnerCannotBeDeleted extends AppError {
  constructor(slugs: readonly string[]) {
    super(
      'CONFLICT',
      `The account owns ${slugs.join(', ')}: transfer the ownership or delete the organization first`,
      {
        reason: 'owner_of_organization',
      },
    );
  }
}

export class MemberStillActive extends AppError {
  constructor() {
    super('CONFLICT', 'Remove or deactivate the member first', { reason: 'member_active' });
  }
}

/** The account is also that of other organizations: only its user can delete it. */
export class MemberElsewhere extends AppError {
  constructor() {
    super(
      'CONFLICT',
      'The user is a member of another organization too, and can only delete the account themselves',
      {
        reason: 'member_elsewhere',
      },
    );
  }
}

/** The operator replaces an owner only on purpose. */
export class OwnerExists extends AppError {
  constructor(email: string) {
    super('CONFLICT', `The organization has an owner, ${email}`, { reason: 'owner_exists' });
  }
}

/** Only the owner transfers ownership; a misconfigured directory must not lock the owner out. */
export class OwnerProvisioningForbidden extends AppError {
  constructor() {
    super('FORBIDDEN', 'A directory cannot deactivate, change or remove the owner of the organization');
  }
}

/** Admins can create SCIM tokens; such a token must not give them permissions of the owner. */
export class AdminProvisioningForbidden extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This SCIM token was created by an admin and cannot create, change or remove admins; use a token created by the owner',
    );
  }
}

/** The successor must be an active member, who can work on the assigned items. */
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
    super([
      { path: 'userId', message: 'Must be an active admin of the organization, and not a service account' },
    ]);
  }
}

/** Expired, or not created by this installation. */
export class ReversalLinkInvalid extends InvalidInput {
  constructor() {
    super([{ path: 'token', message: 'This link is no longer valid' }]);
  }
}

export class ReversalForAnotherUser extends AppError {
  constructor() {
    super('FORBIDDEN', 'This link was mailed to another user; sign out and sign in as that user');
  }
}
