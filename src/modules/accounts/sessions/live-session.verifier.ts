import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { SessionId } from '../../../kernel/ids';
import {
  type CredentialKind,
  LiveCredentials,
  type StoredCredential,
} from '../../../access/live-credentials';
import type { AuthenticatedUser } from '../../../access/principal';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { sessionTopic } from './cookie-session.verifier';

const FIND = statement(
  'sessions.find-live',
  'select origin_id as "originId" from sessions where id = $1 and user_id = $2',
);

/** Sessions of work that continues after the response. */
@Injectable()
export class LiveSessionVerifier implements CredentialKind, OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly live: LiveCredentials,
  ) {}

  onModuleInit(): void {
    this.live.add('session', this);
  }

  async find({ userId, credential }: AuthenticatedUser): Promise<StoredCredential | null> {
    const [session] = await this.database.lookup<{ originId: SessionId | null }>(NO_TRANSACTION, FIND, [
      credential.id,
      userId,
    ]);
    if (!session) return null;
    // A transferred session ends with its original session.
    const ids = [credential.id, ...(session.originId === null ? [] : [session.originId])];
    return { topics: ids.map(sessionTopic) };
  }
}
