import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';

const ADD = statement(
  'used-login-flows.add',
  `insert into used_login_flows (digest, expires_at) values ($1, $2) on conflict (digest) do nothing returning 1`,
);

/** Completed login flows, stored until they expire. Without an organization, because the user is not signed in yet. */
@Expires({ kind: 'used login flows', removal: removalOf('used_login_flows') })
@Injectable()
export class UsedLoginFlowsRepository {
  constructor(private readonly database: Database) {}

  /** False if the flow was already used; of two concurrent calls only one returns true. */
  async add(context: DatabaseContext, digest: Buffer, expiresAt: Date): Promise<boolean> {
    return (await this.database.query(context, ADD, [digest, expiresAt])).length > 0;
  }
}
