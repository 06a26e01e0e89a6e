import { Injectable } from '@nestjs/common';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import { isDryRun } from '../../../platform/dry-run/dry-run';
import { OutboundGuard } from '../../../platform/http/outbound-guard';
import { DiscoveredClients } from '../../../platform/openid/discovered-clients';

/** Microsoft issuers that accept users of every tenant. */
const SHARED_AT_MICROSOFT =
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/i;

/** Validates an OpenID provider before it is saved. */
@Injectable()
export class OidcIssuerService {
  constructor(
    private readonly guard: OutboundGuard,
    private readonly clients: DiscoveredClients,
  ) {}

  /** Contacts the provider, so that a mistyped address fails here and not at the first sign-in; not in a dry run. */
  async check(issuer: string): Promise<void> {
    try {
      const { search, hash, pathname } = this.guard.checkUrl(issuer);
      if (search !== '' || hash !== '' || pathname.includes('/.well-known/'))
        throw InvalidInput.at('issuer', 'Must be the issuer itself, not the address of its metadata');
      if (SHARED_AT_MICROSOFT.test(issuer))
        throw InvalidInput.at('issuer', 'Must be the issuer of your own tenant, not the shared one');
      if (isDryRun()) return;
      const client = { issuer, clientId: 'unknown', clientSecret: 'unknown', redirectUri: issuer, scope: '' };
      await this.clients.probe(client);
    } catch (error) {
      if (error instanceof InvalidInput || !(error instanceof AppError)) throw error;
      const isAnswer = error.reason === 'provider_unreachable';
      throw InvalidInput.at(
        'issuer',
        isAnswer ? 'No OpenID provider with this issuer responds at this address' : error.message,
      );
    }
  }
}
