import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { TokenId } from '../../kernel/ids';
import { type CredentialKind, LiveCredentials, type StoredCredential } from '../../access/live-credentials';
import type { AuthenticatedUser } from '../../access/principal';
import { TokenPlacesService } from './limits/token-places.service';
import { tokenTopic } from './personal-token.verifier';
import { TokensRepository } from './tokens.repository';

/** Personal access tokens of work that continues after the response. */
@Injectable()
export class LiveTokenVerifier implements CredentialKind, OnModuleInit {
  constructor(
    private readonly tokens: TokensRepository,
    private readonly places: TokenPlacesService,
    private readonly live: LiveCredentials,
  ) {}

  onModuleInit(): void {
    this.live.add('token', this);
  }

  async find({ credential }: AuthenticatedUser): Promise<StoredCredential | null> {
    if (credential.kind !== 'token') return null;
    const { organizationId, id } = credential;
    const token = await this.tokens.limits({ organizationId, transaction: null }, id as TokenId);
    if (token === null) return null;
    const { limits, topics } = await this.places.of(organizationId, token);
    return { topics: [tokenTopic(id), ...topics], placeLimits: limits };
  }
}
