import { Injectable } from '@nestjs/common';
import type { BoardId, Id, UserId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { Expires, removalOf } from '../../../platform/schedule/expires.decorator';
import { DEFAULT_CHANNELS, NOTIFICATION_KINDS } from '../notification-kinds';
import { type NotificationRecord, RECORD_EXISTS, RECORD_FIELDS, RECORD_JOINS } from '../notification.record';

const DAY_MS = 86_400_000;

/**
 * A mail is wanted while the notification exists, is unread, and its kind is mailed to the user; whether the user sees the
 * record is the audience's question.
 */
const FIND = (which: string) => `select ${RECORD_FIELDS}, notification.user_id as "userId",
     recipient.email,
     (select name from organizations where id = $1) as "organizationName",
     ${RECORD_EXISTS} and notification.read_at is null and not recipient.is_service_account
       and coalesce(preference.email, usual.email, false) as "isWanted"
   from notification_mails mail
   join ${RECORD_JOINS.replace(
     'notifications notification',
     `notifications notification
     on notification.organization_id = $1 and notification.user_id = $3 and notification.id = mail.notification_id`,
   )}
   join users recipient on recipient.id = notification.user_id
   left join notification_preferences preference on preference.organization_id = $1
     and preference.user_id = notification.user_id and preference.kind = notification.kind
   left join json_to_recordset($2) as usual (kind text, email boolean) on usual.kind = notification.kind
   where mail.organization_id = $1 and mail.user_id = $3 and ${which}
   order by notification.id`;

const FIND_ONE = statement(
  'notification-mails.find',
  FIND('mail.notification_id = $4 and not mail.is_digest'),
);

/** Waiting notifications that are in memory at a time. */
const DIGEST_READ = 500;

const FIND_DIGEST = statement(
  'notification-mails.digest',
  `${FIND('mail.board_id = $4 and mail.is_digest and mail.notification_id > $5')}
   limit ${DIGEST_READ}`,
);

const REMOVE = statement(
  'notification-mails.remove',
  'delete from notification_mails where organization_id = $1 and user_id = $2 and notification_id = any ($3)',
);

const USUAL = JSON.stringify(
  NOTIFICATION_KINDS.map((kind) => ({ kind, email: DEFAULT_CHANNELS[kind].email })),
);

/** A notification that waits to be mailed, with its recipient. */
export interface WaitingMail extends NotificationRecord {
  userId: UserId;
  email: string;
  organizationName: string;
  /** False if the user has read it, turned off the mails of its kind, or its record was deleted. */
  isWanted: boolean;
}

export interface DigestOf {
  userId: UserId;
  /** Empty for notifications that are not about a board. */
  boardId: BoardId | '';
}

@Expires(
  // Mails that could not be sent for days are of no use.
  {
    kind: 'unsent notification mails',
    removal: removalOf('notification_mails', 'created_at'),
    keptMs: 7 * DAY_MS,
  },
  { kind: 'hours of mails', removal: removalOf('notification_mail_hours', 'started_at'), keptMs: DAY_MS },
)
@Injectable()
export class NotificationMailsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined if the mail was sent already. */
  async find(
    context: TenantContext,
    userId: UserId,
    id: Id<'notification'>,
  ): Promise<WaitingMail | undefined> {
    const [row] = await this.database.query<WaitingMail>(context, FIND_ONE, [
      context.organizationId,
      USUAL,
      userId,
      id,
    ]);
    return row;
  }

  /** The next that wait for the digest of a user and a board, oldest first; empty after the last. */
  digest(context: TenantContext, { userId, boardId }: DigestOf, after: string): Promise<WaitingMail[]> {
    const values = [context.organizationId, USUAL, userId, boardId, after];
    return this.database.query<WaitingMail>(context, FIND_DIGEST, values);
  }

  async remove(context: TenantContext, userId: UserId, ids: readonly Id<'notification'>[]): Promise<void> {
    await this.database.query(context, REMOVE, [context.organizationId, userId, ids]);
  }
}
