import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';
import { SessionTransferEntity } from './session-transfer.entity';

/** A session on its way to the apex. */
export interface SessionTransfer {
  organizationId: OrganizationId;
  browserDigest: Buffer;
  sessionId: SessionId;
  continueTo: string;
  expiresAt: string;
}

// Can run again if the page is reloaded: the newest code is valid, but not longer than the first one. The session must
// exist in the database, not only in a cache.
const SIGNED_ON = statement(
  'oauth-session-transfers.signed-on',
  `update oauth_session_transfers set session_id = session.id, code_digest = $4, expires_at = least(oauth_session_transfers.expires_at, $5)
   from (select id from sessions where id = $3 for key share) session
   where organization_id = $1 and browser_digest = $2 and oauth_session_transfers.expires_at > $6 returning 1`,
);

// By code, because the organization is not known yet. Deleting the row consumes the code: of several concurrent callers
// only one receives it.
const TAKE = statement(
  'oauth-session-transfers.take',
  `delete from oauth_session_transfers where code_digest = $1
   returning organization_id as "organizationId", browser_digest as "browserDigest", session_id as "sessionId",
     continue_to as "continueTo", expires_at as "expiresAt"`,
);

/** Browsers that left the apex to sign in at an organization's host and have not returned. */
@Expires({ kind: 'session transfers', removal: removalOf('oauth_session_transfers') })
@Injectable()
export class SessionTransfersRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: TenantContext,
    transfer: { browserDigest: Buffer; continueTo: string; expiresAt: Date },
  ): Promise<void> {
    const { organizationId } = context;
    await this.database.repository(context, SessionTransferEntity).insert({ ...transfer, organizationId });
  }

  /** False if no browser left for this organization, if it took too long, or if the session was deleted. */
  async signedOn(
    context: TenantContext,
    browserDigest: Buffer,
    by: { sessionId: SessionId; codeDigest: Buffer; now: Date; expiresAt: Date },
  ): Promise<boolean> {
    const { sessionId, codeDigest, now, expiresAt } = by;
    const values = [context.organizationId, browserDigest, sessionId, codeDigest, expiresAt, now];
    return (await this.database.query(context, SIGNED_ON, values)).length > 0;
  }

  /** Consumes a code, even if it has expired. */
  async take(tx: InTransaction<DatabaseContext>, codeDigest: Buffer): Promise<SessionTransfer | null> {
    const [transfer] = await this.database.query<SessionTransfer>(tx, TAKE, [codeDigest]);
    return transfer ?? null;
  }
}
