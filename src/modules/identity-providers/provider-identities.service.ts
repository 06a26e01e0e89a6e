import { Injectable } from '@nestjs/common';
import type { OpenIdChecks } from '../../platform/openid/open-id-client';
import { OpenIdConnect } from '../../platform/openid/open-id-connect';
import { GithubProfilesService } from './github-profiles.service';
import type { Provider } from './provider';
import { emailOf, nameOf, type VerifiedIdentity } from './verified-identity';

/** Reads the verified identity from a provider's response. */
@Injectable()
export class ProviderIdentitiesService {
  constructor(
    private readonly openId: OpenIdConnect,
    private readonly github: GithubProfilesService,
  ) {}

  begin({ client }: Provider, state: string) {
    return this.openId.begin(client, state);
  }

  async finish(provider: Provider, query: string, checks: OpenIdChecks): Promise<VerifiedIdentity> {
    const { name, client, isEmailVerified } = provider;
    if (client.endpoints)
      return this.github.of(client.issuer, await this.openId.finishPlain(client, query, checks));
    const claims = await this.openId.finish(client, query, checks);
    const email = emailOf(claims['email']);
    return {
      provider: name,
      issuer: claims.iss,
      subject: claims.sub,
      email,
      isEmailVerified: email !== null && isEmailVerified(claims),
      name: nameOf(claims['name']),
    };
  }
}
