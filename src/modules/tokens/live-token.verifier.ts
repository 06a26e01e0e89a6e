import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TokenId } from '../../kernel/ids';
import { type CredentialKind, LiveCredentials, type LivePlaces } from '../../access/live-credentials';
import type { AuthenticatedUser } from '../../access/principal';
import { TokenPlacesService } from './limits/token-places.service';
import { tokenTopic } from './personal-token.verifier';
import { TokensRepository } from './tokens.repository';

/** Personal access tokens of work that continues after the response. */
@Injectable()
export class LiveTokenVerifier implements CredentialKind, OnModuleInit {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly located: TokenPlacesService,
    private readonly live: LiveCredentials,
  ) {}

  onModuleInit(): void {
    this.live.add('token', this);
  }

  async revocationTopics({ credential }: AuthenticatedUser): Promise<readonly string[] | null> {
    if (credential.kind !== 'token') return null;
    const { organizationId, id } = credential;
    const token = await this.tokens.expiry({ organizationId, transaction: null }, id as TokenId);
    return token === null ? null : [tokenTopic(id)];
  }

  async places({ credential }: AuthenticatedUser): Promise<LivePlaces | null> {
    if (credential.kind !== 'token') return null;
    const { organizationId, id } = credential;
    const limits = await this.tokens.limits({ organizationId, transaction: null }, id as TokenId);
    return limits === null ? null : this.located.of(organizationId, limits);
  }
}
