import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { NotAuthenticated, SignedOnElsewhere } from '../../../access/access-errors';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import { ReauthenticationService, typedPassword } from '../../accounts';
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
  ) {}

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
    return this.flow.begin(request, provider, {
      continueTo,
      invitation: null,
      connectingSession: person.credential.id,
    });
  }
}
