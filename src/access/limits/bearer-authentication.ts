import { Injectable } from '@nestjs/common';
import { type Bearer, BearerTokens } from '../bearer-tokens';
import { type IncomingRequest, oncePerCall } from '../incoming-request';
import { AddressLimits } from './address-limits';

const BEARER = /^Bearer +(\S+) *$/i;

/** Authenticates the caller by the request's Authorization header. */
@Injectable()
export class BearerAuthentication {
  constructor(
    private readonly tokens: BearerTokens,
    private readonly addresses: AddressLimits,
  ) {}

  /** Null without a valid token. Rejects a valid one from an address that it does not allow. */
  bearer(request: IncomingRequest, isUse = true): Promise<Bearer> {
    return oncePerCall(request, 'bearer', async () => {
      const secret = BEARER.exec(request.header('authorization') ?? '')?.[1];
      const bearer = secret === undefined ? null : await this.tokens.verify(secret, isUse);
      if (bearer !== null && bearer !== 'expired') await this.addresses.assertAllowed(request, bearer);
      return bearer;
    });
  }
}
