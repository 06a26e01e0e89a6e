import { z } from 'zod';
import { AppError } from '../../../kernel/app-error';
import * as schema from '../../../rpc/schema';
import { defineAction } from './action';

const USERS_MAX = 100;
export const MESSAGE_MAX = 1_000;

/** Notifies users who see the board. Their preferences decide about the channels. */
export const sendNotification = defineAction({
  type: 'send_notification',
  config: z.strictObject({
    userIds: z
      .array(schema.id('user'))
      .min(1, 'Must name at least one user')
      .max(USERS_MAX, `Must name at most ${USERS_MAX} users`),
    message: schema.name(MESSAGE_MAX),
  }),
  problems: async ({ tx, calls }, { userIds }) => {
    const members = await calls.hierarchy.memberNames(tx, userIds);
    const missing = userIds.findIndex((id) => !members.has(id));
    if (missing !== -1) throw new NoSuchMember();
    return [];
  },
  run: async ({ tx, boardId, itemId, calls, text }, { userIds, message }) => {
    const notice = {
      userIds: [...new Set(userIds)],
      message: (await text(message)).slice(0, MESSAGE_MAX).toWellFormed(),
    };
    await calls.outward.notify(tx, { boardId, itemId, ...notice });
    return { summary: `Notifies ${notice.userIds.length} users`, ...notice };
  },
});

/** Without the id, so that the error for a member of another organization is identical to that for a missing one. */
class NoSuchMember extends AppError {
  constructor() {
    super('NOT_FOUND', 'No such member');
  }
}
