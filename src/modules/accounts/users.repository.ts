import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';

export interface NewUser {
  id: UserId;
  name: string;
  email: string;
  emailKey: string;
  /** Null where somebody else vouches for the person. */
  passwordHash: string | null;
}

export interface UserCredentials {
  id: UserId;
  email: string;
  name: string;
  passwordHash: string | null;
}

export interface ProfilePatch {
  name?: string | undefined;
  avatar?: string | null | undefined;
  expectedUpdatedAt?: Date | undefined;
}

export interface Profile {
  id: UserId;
  email: string;
  name: string;
  avatar: string | null;
  updatedAt: string;
}

const INSERT = statement(
  'users.insert',
  `insert into users (id, name, email, email_key, password_hash, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $6)
   on conflict (email_key) do nothing returning id`,
);

const CREDENTIALS = `select id, email, name, password_hash as "passwordHash" from users`;

const FIND = statement('users.find-credentials', `${CREDENTIALS} where email_key = $1`);

const FIND_BY_ID = statement('users.find-credentials-by-id', `${CREDENTIALS} where id = $1`);

const HOLD_PASSWORD = statement(
  'users.hold-password',
  'select password_hash is not null as "hasPassword" from users where id = $1 for update',
);

const HOLD_EMAIL = statement(
  'users.hold-email',
  `select email_key as "emailKey" from users where id = $1 for no key update`,
);

const SET_PASSWORD = statement(
  'users.set-password',
  `update users set password_hash = $2, updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($4::text is null or password_hash = $4)
   returning id`,
);

const CONFIRM_EMAIL = statement(
  'users.confirm-email',
  `update users set email_confirmed_at = $2, password_hash = case when $3 then null else password_hash end
   where id = $1 and email_confirmed_at is null
   returning id`,
);

const UPDATE_PROFILE = statement(
  'users.update-profile',
  `update users set name = coalesce($2, name), avatar = case when $3 then $4 else avatar end,
     updated_at = greatest($5::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($6::timestamptz is null or updated_at = $6)
   returning id, email, name, avatar, updated_at as "updatedAt"`,
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

  async findById(context: DatabaseContext, id: UserId): Promise<UserCredentials | null> {
    const [row] = await this.database.query<UserCredentials>(context, FIND_BY_ID, [id]);
    return row ?? null;
  }

  /** Whether the account has a password, which stays so until the transaction ends. */
  async holdPassword(context: InTransaction<DatabaseContext>, id: UserId): Promise<boolean> {
    const [row] = await this.database.query<{ hasPassword: boolean }>(context, HOLD_PASSWORD, [id]);
    return row?.hasPassword === true;
  }

  /** The address that an account is found by, which stays until the transaction ends; null when it is gone. */
  async holdEmail(tx: InTransaction<DatabaseContext>, id: UserId): Promise<string | null> {
    const [row] = await this.database.query<{ emailKey: string }>(tx, HOLD_EMAIL, [id]);
    return row?.emailKey ?? null;
  }

  /** With `expectedHash`: false when the password is another by now. */
  async setPassword(
    context: DatabaseContext,
    id: UserId,
    passwordHash: string,
    expectedHash: string | null = null,
  ): Promise<boolean> {
    const values = [id, passwordHash, clock.now(), expectedHash];
    return (await this.database.query(context, SET_PASSWORD, values)).length > 0;
  }

  /** False when somebody had proved before that the account's address is theirs. */
  async confirmEmail(
    context: DatabaseContext,
    id: UserId,
    { dropsPassword }: { dropsPassword: boolean },
  ): Promise<boolean> {
    const values = [id, clock.now(), dropsPassword];
    return (await this.database.query(context, CONFIRM_EMAIL, values)).length > 0;
  }

  /** Null when the account is not the expected version any more. */
  async updateProfile(
    context: DatabaseContext,
    id: UserId,
    { name, avatar, expectedUpdatedAt }: ProfilePatch,
  ): Promise<Profile | null> {
    const [row] = await this.database.query<Profile>(context, UPDATE_PROFILE, [
      id,
      name ?? null,
      avatar !== undefined,
      avatar ?? null,
      clock.now(),
      expectedUpdatedAt ?? null,
    ]);
    return row ?? null;
  }
}
