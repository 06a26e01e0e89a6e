import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../../kernel/ids';
import { Database } from '../../../../platform/database/database';
import { statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';
import type { SubjectAttributes, VerifiedAssertion } from '../saml-assertion';

/** The identity provider's identifiers of a session. */
export interface SignedOnSession {
  issuer: string;
  subject: string;
  subjectAttributes: SubjectAttributes;
  sessionIndex: string | null;
}

const KEEP = statement(
  'sso-sessions.keep',
  `insert into sso_sessions (organization_id, session_id, issuer, subject, subject_attributes, session_index)
   values ($1, $2, $3, $4, $5, $6)`,
);

const FIND = statement(
  'sso-sessions.find',
  `select issuer, subject, subject_attributes as "subjectAttributes", session_index as "sessionIndex"
   from sso_sessions where organization_id = $1 and session_id = $2`,
);

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
    id: SessionId,
    { issuer, subject, subjectAttributes, sessionIndex }: VerifiedAssertion,
  ): Promise<void> {
    const attributes = JSON.stringify(subjectAttributes);
    await this.database.query(tx, KEEP, [tx.organizationId, id, issuer, subject, attributes, sessionIndex]);
  }

  async find(context: TenantContext, id: SessionId): Promise<SignedOnSession | null> {
    const [row] = await this.database.query<SignedOnSession>(context, FIND, [context.organizationId, id]);
    return row ?? null;
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
