import { AppError, InvalidInput } from '../../kernel/app-error';

export class ConnectionChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The single sign-on settings have changed since they were read; read them again');
  }
}

/** Enforcing untested settings could lock everyone out. */
export class NotTested extends InvalidInput {
  constructor() {
    super([
      {
        path: 'enforced',
        message: 'Sign on once with these settings first; sso.test returns a link for it',
      },
    ]);
  }
}

export class NoSignOn extends AppError {
  constructor() {
    super('NOT_FOUND', 'This organization has no single sign-on; set it up with sso.update first', {
      reason: 'not_configured',
    });
  }
}

export class EnforcedMeanwhile extends InvalidInput {
  constructor() {
    super([
      {
        path: 'enforced',
        message:
          'These settings are enforced: send enforced: false with a change of the identity provider, then test it',
      },
    ]);
  }
}

export class AdminsByOwnerOnly extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'Only the owner can grant the admin role, also through groups. While a group is mapped to admin, only the owner can change the group mapping, the provider, its keys and the groups attribute',
    );
  }
}

export class DomainAdded extends AppError {
  constructor() {
    const issue = { path: 'domain', message: 'The organization already has this domain' };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class DomainTaken extends AppError {
  constructor() {
    super('CONFLICT', 'Another organization has verified this domain');
  }
}

export class DomainNotProved extends AppError {
  constructor(name: string) {
    super('BAD_REQUEST', `DNS has no TXT record ${name} with the verification value (yet)`, {
      reason: 'domain_not_proved',
    });
  }
}

export class DomainsUnreachable extends AppError {
  constructor() {
    super('BAD_REQUEST', 'No name server responds for this domain; try again later', {
      reason: 'dns_unreachable',
    });
  }
}
