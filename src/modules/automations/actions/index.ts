import type { Action } from './action';
import { archiveItem } from './archive-item';
import { assignPerson } from './assign-person';
import { callWebhook } from './call-webhook';
import { createItem } from './create-item';
import { createSubItem } from './create-subitem';
import { moveItem } from './move-item';
import { sendEmail } from './send-email';
import { sendNotification } from './send-notification';
import { setValue } from './set-value';

/** Every action (specification, "Action types"). */
export const ACTIONS = {
  set_value: setValue,
  assign_person: assignPerson,
  move_item: moveItem,
  create_item: createItem,
  archive_item: archiveItem,
  send_notification: sendNotification,
  send_email: sendEmail,
  call_webhook: callWebhook,
  create_subitem: createSubItem,
} as const;

export type ActionType = keyof typeof ACTIONS;

export function actionOf(type: ActionType): Action {
  return ACTIONS[type] as unknown as Action;
}
