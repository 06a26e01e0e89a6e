import { AppError, InvalidInput } from '../../kernel/app-error';

export class ConnectionChanged extends AppError {
  constructor() {
    super('CONFLICT', 'Single sign-on has changed since; read it again');
  }
}

/** Enforced before it has worked once, it would shut everybody out. */
export class NotTested extends InvalidInput {
  constructor() {
    super([
      {
        path: 'enforced',
        message:
          'Sign on once through these settings first: sso.test makes a link that does it without a session',
      },
    ]);
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
      'Only the owner makes admins, also by groups; while a group is mapped to admin, only the owner unmaps others and changes the provider, its keys and the attribute of groups',
    );
  }
}

export class DomainAdded extends AppError {
  constructor() {
    const issue = { path: 'domain', message: 'The organization has this domain already' };
    super('CONFLICT', `${issue.path}: ${issue.message}`, { issues: [issue] });
  }
}

export class DomainTaken extends AppError {
  constructor() {
    super('CONFLICT', 'Another organization has shown this domain to be theirs');
  }
}

export class DomainNotProved extends AppError {
  constructor(name: string) {
    super('BAD_REQUEST', `The DNS has no text record ${name} with the proof (yet)`, {
      reason: 'domain_not_proved',
    });
  }
}

export class DomainsUnreachable extends AppError {
  constructor() {
    super('BAD_REQUEST', 'No name server answers for this domain; try again later', {
      reason: 'dns_unreachable',
    });
  }
}
