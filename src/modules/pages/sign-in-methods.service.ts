import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { SignInMethods } from '../../access/sign-in-methods';

export interface SignInMethodLink {
  readonly label: string;
  readonly path: string;
}

export interface OfferedMethods {
  /** An enforced single sign-on: the only method that works for members other than the owner. */
  readonly first: readonly SignInMethodLink[];
  readonly others: readonly SignInMethodLink[];
}

/** The sign-in methods other than the password, at the host of a request. */
@Injectable()
export class SignInMethodsService {
  constructor(private readonly offered: SignInMethods) {}

  async offeredAt(request: IncomingRequest, continueTo: string): Promise<OfferedMethods> {
    const query = `?continue=${encodeURIComponent(continueTo)}`;
    const signOn = await this.offered.signOn(request);
    const elsewhere = this.offered.signOnElsewhere(request, continueTo);
    const own = signOn === null ? [] : [{ label: 'Single sign-on', path: signOn.path + query }];
    const others = [
      ...(elsewhere === null ? [] : [{ label: 'Single sign-on of my organization', path: elsewhere }]),
      ...this.providers('Sign in with', query),
    ];
    return signOn?.isEnforced === true ? { first: own, others } : { first: [], others: [...own, ...others] };
  }

  /** For a user with the link of an invitation, with or without an account. */
  linksOfInvited(token: string): readonly SignInMethodLink[] {
    return this.providers('Join with', `?invitation=${encodeURIComponent(token)}`);
  }

  private providers(verb: string, query: string): SignInMethodLink[] {
    return this.offered.providers.map(({ name, path }) => ({ label: `${verb} ${name}`, path: path + query }));
  }
}
