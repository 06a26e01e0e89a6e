import { AppError } from '../kernel/app-error';

export class NotAuthenticated extends AppError {
  constructor(message = 'Sign in or send a valid token') {
    super('UNAUTHORIZED', message);
  }
}

/** Only returned when the secret is valid. */
export class TokenExpired extends AppError {
  constructor() {
    super('UNAUTHORIZED', 'This token has expired; create a new one', { reason: 'token_expired' });
  }
}

/** Only returned when the secret is valid. */
export class AddressNotAllowed extends AppError {
  constructor() {
    super('FORBIDDEN', 'This token cannot be used from this address', { reason: 'address_not_allowed' });
  }
}

/** For calls about the organization or the account, which no limit to workspaces or boards covers. */
export class CredentialLimited extends AppError {
  constructor() {
    super('FORBIDDEN', 'This token is limited to workspaces or boards and cannot make this call', {
      reason: 'token_limited',
    });
  }
}

/** Missing and hidden records look the same, so that existence never leaks (contract §3). */
export class RecordNotFound extends AppError {
  constructor(noun: string) {
    super('NOT_FOUND', `No such ${noun}`);
  }
}

export class AccessForbidden extends AppError {
  constructor(message: string) {
    super('FORBIDDEN', message);
  }
}

/** Archived boards are read-only (decision 0139). */
export class BoardIsArchived extends AppError {
  constructor() {
    super('CONFLICT', 'The board is archived; restore it first', { reason: 'board_archived' });
  }
}

/** Pages redirect the user to the setup of two-factor authentication. */
export class SecondFactorRequired extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      'This organization requires two-factor authentication; set it up for your account first',
      { reason: 'second_factor_required' },
    );
  }
}

/** For an organization that allows only its own single sign-on. */
export class SignOnRequired extends AppError {
  constructor() {
    super('FORBIDDEN', 'This organization requires single sign-on; sign in through it', {
      reason: 'sso_required',
    });
  }
}

/** An organization's single sign-on authenticates a user in that organization only. */
export class SignedOnElsewhere extends AppError {
  constructor() {
    super(
      'FORBIDDEN',
      "This session was started by an organization's single sign-on; sign in to your account directly for this call",
      {
        reason: 'signed_on_elsewhere',
      },
    );
  }
}

export class OrganizationNotNamed extends AppError {
  constructor() {
    super(
      'BAD_REQUEST',
      "No organization given: call the organization's own host or send the header x-tenant-id",
    );
  }
}

/** The request names an organization of another cell. Browsers follow `location`; programs read it. */
export class InOtherCell extends AppError {
  constructor(baseUrl: string) {
    super('NOT_FOUND', `This organization has another address: ${baseUrl}`, {
      reason: 'other_cell',
      location: baseUrl,
    });
  }
}
