import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

/** As long as somebody may take to sign in at the identity provider. */
export const SIGN_ON_MINUTES = 10;

const BEGIN = statement(
  'sso.begin-request',
  `insert into sso_requests (organization_id, id, browser_digest, tester_id, expires_at) values ($1, $2, $3, $4, $5)`,
);

// The link of a test works in the browser that opens it first.
const OPEN_TEST = statement(
  'sso.open-test',
  `update sso_requests set browser_digest = $3
   where organization_id = $1 and id = $2 and tester_id is not null and expires_at > $4
     and (browser_digest is null or browser_digest = $3)
   returning id`,
);

// Whoever deletes it has it: of many answers to one request, also at the same time, one counts.
const TAKE = statement(
  'sso.take-request',
  `delete from sso_requests
   where organization_id = $1 and id = $2 and browser_digest = $3 and expires_at > $4
   returning tester_id as "testerId"`,
);

const FIND = statement(
  'sso.find-request',
  `select id from sso_requests where organization_id = $1 and id = $2 and expires_at > $3`,
);

export interface SignOnRequest {
  /** The administrator whose test it is; null for a sign-in. */
  testerId: UserId | null;
}

/** Browsers that were sent to an identity provider. */
@Injectable()
export class SignOnRequestsRepository {
  constructor(private readonly database: Database) {}

  async begin(
    context: TenantContext,
    request: { id: string; browserDigest: Buffer | null; testerId: UserId | null },
  ): Promise<Date> {
    const expiresAt = new Date(clock.nowMs() + SIGN_ON_MINUTES * 60_000);
    const { id, browserDigest, testerId } = request;
    const values = [context.organizationId, id, browserDigest, testerId, expiresAt];
    await this.database.query(context, BEGIN, values);
    return expiresAt;
  }

  /** False when there is no such test for this browser. */
  async openTest(context: TenantContext, id: string, browserDigest: Buffer): Promise<boolean> {
    const values = [context.organizationId, id, browserDigest, clock.now()];
    return (await this.database.query(context, OPEN_TEST, values)).length > 0;
  }

  /** Once: null when this browser did not begin it, when it is over, or when it was taken. */
  async take(context: TenantContext, id: string, browserDigest: Buffer): Promise<SignOnRequest | null> {
    const values = [context.organizationId, id, browserDigest, clock.now()];
    const [row] = await this.database.query<SignOnRequest>(context, TAKE, values);
    return row ?? null;
  }

  async isOpen(context: TenantContext, id: string): Promise<boolean> {
    const values = [context.organizationId, id, clock.now()];
    return (await this.database.query(context, FIND, values)).length > 0;
  }
}
