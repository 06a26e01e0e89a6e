import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { Channels, NotificationKind } from '../notification-kinds';

const LIST = `select kind, in_app as "inApp", email, updated_at as "updatedAt" from notification_preferences
   where organization_id = $1 and user_id = $2`;

const FIND = statement('notification-preferences.find', LIST);

const LOCK = statement('notification-preferences.lock', `${LIST} order by kind for update`);

// Two updates of one moment have different versions.
const SET = statement(
  'notification-preferences.set',
  `insert into notification_preferences as kept (organization_id, user_id, kind, in_app, email, updated_at)
   select $1, $2, given.kind, given."inApp", given.email, $4
   from json_to_recordset($3) as given (kind text, "inApp" boolean, email boolean)
   order by given.kind
   on conflict (organization_id, user_id, kind) do update set
     in_app = excluded.in_app, email = excluded.email,
     updated_at = greatest(excluded.updated_at, kept.updated_at + interval '1 millisecond')`,
);

// Nothing for a user who is no longer a member.
const TURN_OFF_EMAIL = statement(
  'notification-preferences.turn-off-email',
  `insert into notification_preferences as kept (organization_id, user_id, kind, in_app, email, updated_at)
   select $1, $2, given.kind, given."inApp", false, $4
   from json_to_recordset($3) as given (kind text, "inApp" boolean)
   join members on members.organization_id = $1 and members.user_id = $2
   order by given.kind
   on conflict (organization_id, user_id, kind) do update set
     email = false, updated_at = greatest(excluded.updated_at, kept.updated_at + interval '1 millisecond')
   where kept.email`,
);

export interface StoredPreference extends Channels {
  kind: NotificationKind;
  updatedAt: string;
}

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  /** The kinds whose preferences the user has set. */
  find(context: TenantContext, userId: UserId): Promise<StoredPreference[]> {
    return this.database.query<StoredPreference>(context, FIND, [context.organizationId, userId]);
  }

  /** The same; they stay locked until the transaction ends. */
  lock(tx: InTransaction<TenantContext>, userId: UserId): Promise<StoredPreference[]> {
    return this.database.query<StoredPreference>(tx, LOCK, [tx.organizationId, userId]);
  }

  async set(
    context: TenantContext,
    userId: UserId,
    preferences: readonly (Channels & { kind: NotificationKind })[],
  ): Promise<void> {
    const values = [context.organizationId, userId, JSON.stringify(preferences), clock.now()];
    await this.database.query(context, SET, values);
  }

  /** `kinds` have the channel in the app that applies if the user has set no preference. */
  async turnOffEmail(
    context: TenantContext,
    userId: UserId,
    kinds: readonly { kind: NotificationKind; inApp: boolean }[],
  ): Promise<void> {
    const values = [context.organizationId, userId, JSON.stringify(kinds), clock.now()];
    await this.database.query(context, TURN_OFF_EMAIL, values);
  }
}
