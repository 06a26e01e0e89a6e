import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { LOCK_FIRST_OWNER } from '../../platform/database/locks';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { UserEntity } from './user.entity';

export interface NewUser {
  id: UserId;
  name: string;
  email: string;
  emailKey: string;
  /** Null if only an identity provider vouches for the user. */
  passwordHash: string | null;
  isServiceAccount?: true;
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
  isServiceAccount: boolean;
  updatedAt: string;
}

const INSERT = statement(
  'users.insert',
  `insert into users (id, name, email, email_key, password_hash, created_at, updated_at, is_service_account)
   values ($1, $2, $3, $4, $5, $6, $6, $7)
   on conflict (email_key) do nothing returning id`,
);

const LOCK_FIRST_ACCOUNT = statement('users.lock-first-account', `select ${LOCK_FIRST_OWNER}`);

const LOCK_PASSWORD = statement(
  'users.lock-password',
  'select password_hash is not null as "hasPassword" from users where id = $1 for update',
);

const LOCK_EMAIL = statement(
  'users.lock-email',
  `select email_key as "emailKey" from users where id = $1 for no key update`,
);

const LOCK_CONFIRMATION = statement(
  'users.lock-confirmation',
  `select email_confirmed_at is not null as "isConfirmed" from users where id = $1 for no key update`,
);

const IS_CONFIRMED = statement(
  'users.is-confirmed',
  `select email_confirmed_at is not null as "isConfirmed" from users where id = $1`,
);

const SET_PASSWORD = statement(
  'users.set-password',
  `update users set password_hash = $2, updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($4::text is null or password_hash = $4)
   returning id`,
);

const UPDATE_PROFILE = statement(
  'users.update-profile',
  `update users set name = coalesce($2, name), avatar = case when $3 then $4 else avatar end,
     updated_at = greatest($5::timestamptz, updated_at + interval '1 millisecond')
   where id = $1 and ($6::timestamptz is null or updated_at = $6)
   returning id, email, name, avatar, is_service_account as "isServiceAccount", updated_at as "updatedAt"`,
);

/** Accounts belong to users, not to an organization. */
@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /** False if the e-mail address already has an account. */
  async insert(context: DatabaseContext, user: NewUser): Promise<boolean> {
    const { id, name, email, emailKey, passwordHash, isServiceAccount = false } = user;
    const values = [id, name, email, emailKey, passwordHash, clock.now(), isServiceAccount];
    return (await this.database.query(context, INSERT, values)).length > 0;
  }

  /** Until the transaction ends, no other process creates the first account. */
  async lockFirstOwner(tx: InTransaction<DatabaseContext>): Promise<void> {
    await this.database.query(tx, LOCK_FIRST_ACCOUNT, []);
  }

  /** Whether any account exists. */
  exist(context: DatabaseContext): Promise<boolean> {
    return this.database.repository(context, UserEntity).exists();
  }

  findByEmail(context: DatabaseContext, emailKey: string): Promise<UserCredentials | null> {
    return this.database.repository(context, UserEntity).findOneBy({ emailKey });
  }

  findById(context: DatabaseContext, id: UserId): Promise<UserCredentials | null> {
    return this.database.repository(context, UserEntity).findOneBy({ id });
  }

  /** Whether the account has a password. Locked until the transaction ends. */
  async lockPassword(context: InTransaction<DatabaseContext>, id: UserId): Promise<boolean> {
    const [row] = await this.database.query<{ hasPassword: boolean }>(context, LOCK_PASSWORD, [id]);
    return row?.hasPassword === true;
  }

  /** The account's e-mail address, locked until the transaction ends; null if the account no longer exists. */
  async lockEmail(tx: InTransaction<DatabaseContext>, id: UserId): Promise<string | null> {
    const [row] = await this.database.query<{ emailKey: string }>(tx, LOCK_EMAIL, [id]);
    return row?.emailKey ?? null;
  }

  /** Whether the address is verified. Locked until the transaction ends. */
  async lockConfirmation(tx: InTransaction<DatabaseContext>, id: UserId): Promise<boolean> {
    const [row] = await this.database.query<{ isConfirmed: boolean }>(tx, LOCK_CONFIRMATION, [id]);
    return row?.isConfirmed === true;
  }

  async isConfirmed(context: DatabaseContext, id: UserId): Promise<boolean> {
    const [row] = await this.database.query<{ isConfirmed: boolean }>(context, IS_CONFIRMED, [id]);
    return row?.isConfirmed === true;
  }

  /** With `expectedHash`: false if the password has changed. */
  async setPassword(
    context: DatabaseContext,
    id: UserId,
    passwordHash: string,
    expectedHash: string | null = null,
  ): Promise<boolean> {
    const values = [id, passwordHash, clock.now(), expectedHash];
    return (await this.database.query(context, SET_PASSWORD, values)).length > 0;
  }

  /** False if the address was already verified. */
  async confirmEmail(
    context: DatabaseContext,
    id: UserId,
    { dropsPassword }: { dropsPassword: boolean },
  ): Promise<boolean> {
    const confirmed = { emailConfirmedAt: clock.now(), ...(dropsPassword && { passwordHash: null }) };
    const { affected } = await this.database
      .repository(context, UserEntity)
      .update({ id, emailConfirmedAt: IsNull() }, confirmed);
    return affected === 1;
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
