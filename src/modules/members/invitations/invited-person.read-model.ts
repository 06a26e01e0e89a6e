import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext } from '../../../platform/database/transaction';

const EMAIL = statement('invited-person.email', `select email_key as "emailKey" from users where id = $1`);

/** Finds an account by the invited address; accounts belong to no organization. */
@Injectable()
export class InvitedPersonReadModel {
  constructor(private readonly database: Database) {}

  async emailKey(context: DatabaseContext, userId: UserId): Promise<string | null> {
    const [row] = await this.database.query<{ emailKey: string }>(context, EMAIL, [userId]);
    return row?.emailKey ?? null;
  }
}
