import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';
import { SessionTransferEntity } from './session-transfer.entity';

/** A sign-on that is on its way to the apex. */
export interface SessionTransfer {
  organizationId: OrganizationId;
  browserDigest: Buffer;
  sessionId: SessionId;
  continueTo: string;
  expiresAt: string;
}

// Again, when the page is loaded again: the newest code counts, and for no longer than the first one did. By a session that
// is there, and not only remembered.
const SIGNED_ON = statement(
  'oauth-handovers.signed-on',
  `update oauth_handovers set session_id = session.id, code_digest = $4, expires_at = least(oauth_handovers.expires_at, $5)
   from (select id from sessions where id = $3 for key share) session
   where organization_id = $1 and browser_digest = $2 and oauth_handovers.expires_at > $6 returning 1`,
);

// By the code, before it is known which organization it is of. The caller that deletes the row uses the code: of many at once one comes first.
const TAKE = statement(
  'oauth-handovers.take',
  `delete from oauth_handovers where code_digest = $1
   returning organization_id as "organizationId", browser_digest as "browserDigest", session_id as "sessionId",
     continue_to as "continueTo", expires_at as "expiresAt"`,
);

/** Browsers that left the apex to sign on at an organization's host, and have not come back. */
@Expires({ kind: 'session transfers', removal: removalOf('oauth_handovers') })
@Injectable()
export class SessionTransfersRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: TenantContext,
    handover: { browserDigest: Buffer; continueTo: string; expiresAt: Date },
  ): Promise<void> {
    const { organizationId } = context;
    await this.database.repository(context, SessionTransferEntity).insert({ ...handover, organizationId });
  }

  /** False when no browser has left for this organization so, when it took too long, or the session has ended. */
  async signedOn(
    context: TenantContext,
    browserDigest: Buffer,
    by: { sessionId: SessionId; codeDigest: Buffer; now: Date; expiresAt: Date },
  ): Promise<boolean> {
    const { sessionId, codeDigest, now, expiresAt } = by;
    const values = [context.organizationId, browserDigest, sessionId, codeDigest, expiresAt, now];
    return (await this.database.query(context, SIGNED_ON, values)).length > 0;
  }

  /** Consumes a code, also an expired one. */
  async take(tx: InTransaction<DatabaseContext>, codeDigest: Buffer): Promise<SessionTransfer | null> {
    const [handover] = await this.database.query<SessionTransfer>(tx, TAKE, [codeDigest]);
    return handover ?? null;
  }
}
