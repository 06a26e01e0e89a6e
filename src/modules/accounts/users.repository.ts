import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';

export interface NewUser {
  id: UserId;
  name: string;
  email: string;
  emailKey: string;
  passwordHash: string;
}

export interface UserCredentials {
  id: UserId;
  email: string;
  passwordHash: string | null;
}

const INSERT = statement(
  'users.insert',
  `insert into users (id, name, email, email_key, password_hash, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (email_key) do nothing returning id`,
);

const FIND = statement(
  'users.find-credentials',
  `select id, email, password_hash as "passwordHash" from users where email_key = $1`,
);

const SET_PASSWORD = statement(
  'users.set-password',
  `update users set password_hash = $2, updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
   where id = $1`,
);

/** Accounts belong to people, not to an organization. */
@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /** False when the e-mail has an account already. */
  async insert(context: DatabaseContext, user: NewUser): Promise<boolean> {
    const values = [user.id, user.name, user.email, user.emailKey, user.passwordHash, clock.now()];
    return (await this.database.query(context, INSERT, values)).length > 0;
  }

  async findByEmail(context: DatabaseContext, emailKey: string): Promise<UserCredentials | null> {
    const [row] = await this.database.query<UserCredentials>(context, FIND, [emailKey]);
    return row ?? null;
  }

  async setPassword(context: DatabaseContext, id: UserId, passwordHash: string): Promise<void> {
    await this.database.query(context, SET_PASSWORD, [id, passwordHash, clock.now()]);
  }
}
