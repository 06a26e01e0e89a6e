import { Injectable } from '@nestjs/common';
import { NotAuthenticated, SignedOnElsewhere } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { UserId } from '../../../kernel/ids';

/**
 * Sessions that the user started, with a password or a sign-in provider: an organization's single sign-on vouches for the
 * user in that organization only.
 */
@Injectable()
export class DirectSessionsService {
  constructor(private readonly authenticator: Authenticator) {}

  /** The signed-in user. */
  async userOf(request: IncomingRequest): Promise<UserId> {
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') throw new NotAuthenticated();
    if (person.credential.signOnOrganizationId !== null) throw new SignedOnElsewhere();
    return person.userId;
  }
}
