/**
 * What a notification is about. If one change would notify a user twice, the earlier kind here applies.
 */
export const NOTIFICATION_KINDS = [
  'mention',
  'reply',
  'assignment',
  'form_submission',
  'invitation',
  'due',
  'automation',
  'automation_disabled',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How a user receives notifications of a kind. */
export interface Channels {
  inApp: boolean;
  email: boolean;
}

/** The preferences of a user who has set none. */
export const DEFAULT_CHANNELS: Readonly<Record<NotificationKind, Channels>> = {
  mention: { inApp: true, email: true },
  reply: { inApp: true, email: true },
  assignment: { inApp: true, email: true },
  form_submission: { inApp: true, email: true },
  invitation: { inApp: true, email: true },
  // Every assigned item with a date would notify its user each morning.
  due: { inApp: false, email: false },
  // The action is an in-app notification; automations have an action for mails.
  automation: { inApp: true, email: false },
  automation_disabled: { inApp: true, email: true },
};
