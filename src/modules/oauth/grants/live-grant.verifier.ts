import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import {
  type CredentialKind,
  LiveCredentials,
  type StoredCredential,
} from '../../../access/live-credentials';
import type { AuthenticatedUser } from '../../../access/principal';
import { applicationTopic, grantTopic } from '../topics';
import { GrantsRepository } from './grants.repository';

/** Grants of work that continues after the response. */
@Injectable()
export class LiveGrantVerifier implements CredentialKind, OnModuleInit {
  constructor(
    private readonly grants: GrantsRepository,
    private readonly live: LiveCredentials,
  ) {}

  onModuleInit(): void {
    this.live.add('application', this);
  }

  async find({ userId, credential }: AuthenticatedUser): Promise<StoredCredential | null> {
    if (credential.kind !== 'application') return null;
    const { organizationId, id, applicationId } = credential;
    const grant = await this.grants.find({ organizationId, transaction: null }, userId, clock.now(), id);
    return grant === null ? null : { topics: [grantTopic(id), applicationTopic(applicationId)] };
  }
}
