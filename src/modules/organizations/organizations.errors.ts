import { AppError, InvalidInput } from '../../kernel/app-error';

/** The organization was changed since the version that the caller expects. */
export class OrganizationChanged extends AppError {
  constructor() {
    super('CONFLICT', 'The organization has changed since it was read; read it again');
  }
}

/** `path` is the field of the caller's input that named the slug. */
export class SlugTaken extends AppError {
  constructor(path: string) {
    const message = 'Another organization has this slug';
    super('CONFLICT', `${path}: ${message}`, { issues: [{ path, message }] });
  }
}

/** A token is bound to one organization and cannot create another. */
export class SessionNeeded extends AppError {
  constructor() {
    super('FORBIDDEN', 'Creating an organization requires a session');
  }
}

/** The confirmation prevents deleting the wrong organization. */
export class SlugNotRepeated extends InvalidInput {
  constructor() {
    super([{ path: 'slug', message: 'Must repeat the slug of this organization' }]);
  }
}

/** Expired, of an organization that was restored or purged, or opened by another user than its owner. */
export class RestorationLinkInvalid extends InvalidInput {
  constructor() {
    super([
      {
        path: 'token',
        message: 'This link is no longer valid, or you are not the owner of the organization',
      },
    ]);
  }
}

export class RestoredSlugInvalid extends InvalidInput {
  constructor(message: string) {
    super([{ path: 'slug', message }]);
  }
}
