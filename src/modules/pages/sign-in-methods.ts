import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { OfferedSignIns } from '../../access/offered-sign-ins';

export interface SignInMethodLink {
  readonly label: string;
  readonly path: string;
}

/** The ways to sign in beside the password, at the host of a request. */
@Injectable()
export class SignInMethods {
  constructor(private readonly offered: OfferedSignIns) {}

  async links(request: IncomingRequest, continueTo: string): Promise<readonly SignInMethodLink[]> {
    const query = `?continue=${encodeURIComponent(continueTo)}`;
    const signOn = await this.offered.signOn(request);
    const elsewhere = this.offered.signOnElsewhere(request, continueTo);
    return [
      ...(signOn === null ? [] : [{ label: 'Single sign-on', path: signOn.path + query }]),
      ...(elsewhere === null ? [] : [{ label: 'Single sign-on of my organization', path: elsewhere }]),
      ...this.providers('Sign in with', query),
    ];
  }

  /** For who holds the link of an invitation, with an account or without. */
  linksOfInvited(token: string): readonly SignInMethodLink[] {
    return this.providers('Join with', `?invitation=${encodeURIComponent(token)}`);
  }

  private providers(verb: string, query: string): SignInMethodLink[] {
    return this.offered.providers.map(({ name, path }) => ({ label: `${verb} ${name}`, path: path + query }));
  }
}
