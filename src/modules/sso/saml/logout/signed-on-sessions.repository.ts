import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../../kernel/ids';
import { Database } from '../../../../platform/database/database';
import { statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';
import type { SubjectAttributes, VerifiedAssertion } from '../saml-assertion';
import { SignedOnSessionEntity } from './signed-on-session.entity';

/** The identity provider's identifiers of a session. */
export interface SignedOnSession {
  issuer: string;
  subject: string;
  subjectAttributes: SubjectAttributes;
  sessionIndex: string | null;
}

// Sessions without a session index match as well: they belong to the same user.
const NAMED = statement(
  'sso-sessions.named',
  `select session_id as id from sso_sessions
   where organization_id = $1 and issuer = $2 and subject = $3
     and ($4::text[] is null or session_index is null or session_index = any ($4))`,
);

/** The identity provider's identifiers of sessions. A row is deleted with its session. */
@Injectable()
export class SignedOnSessionsRepository {
  constructor(private readonly database: Database) {}

  async keep(
    tx: InTransaction<TenantContext>,
    sessionId: SessionId,
    { issuer, subject, subjectAttributes, sessionIndex }: VerifiedAssertion,
  ): Promise<void> {
    const { organizationId } = tx;
    await this.database
      .repository(tx, SignedOnSessionEntity)
      .insert({ organizationId, sessionId, issuer, subject, subjectAttributes, sessionIndex });
  }

  find(context: TenantContext, sessionId: SessionId): Promise<SignedOnSession | null> {
    const { organizationId } = context;
    return this.database.repository(context, SignedOnSessionEntity).findOneBy({ organizationId, sessionId });
  }

  /** All sessions of a user, or only the named ones. */
  async named(
    context: TenantContext,
    { issuer, subject }: Pick<SignedOnSession, 'issuer' | 'subject'>,
    sessionIndexes: readonly string[] | null,
  ): Promise<SessionId[]> {
    const values = [context.organizationId, issuer, subject, sessionIndexes];
    const rows = await this.database.query<{ id: SessionId }>(context, NAMED, values);
    return rows.map(({ id }) => id);
  }
}
