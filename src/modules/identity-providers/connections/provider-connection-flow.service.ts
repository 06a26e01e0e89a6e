import { Injectable } from '@nestjs/common';
import { type AppError, InvalidInput } from '../../../kernel/app-error';
import { NotAuthenticated, SignedOnElsewhere } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { ReauthenticationService, typedPassword, VerifiedEmailsService } from '../../accounts';
import { EmailNotConfirmed } from '../identity-providers.errors';
import { ProviderSignInFlowService } from '../provider-sign-in-flow.service';

export interface ConnectionRequest {
  readonly provider: string;
  readonly password: string | undefined;
  /** Where the browser continues after the callback. */
  readonly continueTo: string;
}

/** Sends a signed-in user to a provider, to connect the provider to the user's account. */
@Injectable()
export class ProviderConnectionFlowService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reauthentication: ReauthenticationService,
    private readonly flow: ProviderSignInFlowService,
    private readonly emails: VerifiedEmailsService,
  ) {}

  /** Why the signed-in user cannot connect any provider; null when they can. */
  async problem(request: IncomingRequest): Promise<AppError | null> {
    const person = await this.authenticator.person(request);
    if (person === null) return new NotAuthenticated();
    return (await this.emails.isConfirmed(NO_TRANSACTION, person.userId)) ? null : new EmailNotConfirmed();
  }

  /** The login-flow cookie names the session, which the callback compares. */
  async begin(
    request: IncomingRequest,
    { provider, password, continueTo }: ConnectionRequest,
  ): Promise<{ url: string; setCookie: string }> {
    const person = await this.authenticator.person(request);
    if (person?.credential.kind !== 'session') throw new NotAuthenticated();
    // An organization's single sign-on authenticates the user for that organization, not for the account.
    if (person.credential.signOnOrganizationId !== null) throw new SignedOnElsewhere();
    if (password !== undefined && !typedPassword.safeParse(password).success)
      throw InvalidInput.at('password', 'This is not your password');
    await this.reauthentication.byPasswordOrSignIn(person, password);
    // The callback checks it again under a lock; here, the user has not gone to the provider in vain.
    if (!(await this.emails.isConfirmed(NO_TRANSACTION, person.userId))) throw new EmailNotConfirmed();
    return this.flow.begin(request, provider, {
      continueTo,
      invitation: null,
      connectingSession: person.credential.id,
    });
  }
}
