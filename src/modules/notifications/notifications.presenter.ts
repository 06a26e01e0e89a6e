import type { UserId } from '../../kernel/ids';
import type { NotificationKind } from './notification-kinds';
import type { NotificationRecord } from './notification.record';
import type { NotificationOutput } from './notifications.schemas';
import { plainLine } from '../../platform/mail/plain-line';

/** Shown for an account that has been deleted. */
const FORMER_MEMBER = 'Former member';
const EXCERPT = 280;
/** The limit of the action, send_notification. */
const AUTOMATION_TEXT = 1_000;

interface Names {
  /** Null when no user caused it. */
  actor: string | null;
  item: string;
  board: string;
  /** Null when it was deleted. */
  form: string | null;
  /** Null when it was deleted. */
  automation: string | null;
}

const TITLES: Readonly<Record<NotificationKind, (names: Names) => string>> = {
  mention: ({ actor, item }) => `${actor ?? FORMER_MEMBER} mentioned you in ${item}`,
  reply: ({ actor, item }) => `${actor ?? FORMER_MEMBER} replied in ${item}`,
  assignment: ({ actor, item }) =>
    actor === null ? `You were assigned to ${item}` : `${actor} assigned you to ${item}`,
  form_submission: ({ form, board }) =>
    form === null ? `New form submission on ${board}` : `New submission of ${form}`,
  invitation: ({ actor }) => `${actor ?? FORMER_MEMBER} accepted your invitation`,
  due: ({ item }) => `${item} is due today`,
  automation: ({ automation, item, board }) =>
    `${automation === null ? 'An automation' : `The automation ${automation}`} notified you about ${item || board}`,
  automation_disabled: ({ automation, board }) =>
    `${automation === null ? 'An automation' : `The automation ${automation}`} on ${board} was disabled`,
};

/** `baseUrl` is the address of the organization. */
export function presentNotification(record: NotificationRecord, baseUrl: string): NotificationOutput {
  const { id, kind, actor, boardId, itemId, commentId, readAt, createdAt } = record;
  const { text: _text, ...ids } = record.details;
  const names: Names = {
    actor: actor && plainLine(actor.name),
    item: plainLine(record.itemName ?? ''),
    board: plainLine(record.boardName ?? ''),
    form: record.formName && plainLine(record.formName),
    automation: record.automationName && plainLine(record.automationName),
  };
  return {
    id,
    kind,
    actor,
    title: TITLES[kind](names),
    message: messageOf(record, names),
    boardId,
    itemId,
    commentId,
    columnId: null,
    formId: null,
    submissionId: null,
    invitationId: null,
    automationId: null,
    ...(ids as Partial<NotificationOutput>),
    url: urlOf(record, baseUrl),
    readAt,
    createdAt,
  };
}

function messageOf(
  { kind, body, itemName, mentionNames, details: { text } }: NotificationRecord,
  { item, board }: Names,
) {
  if (text !== undefined) return plainLine(text, AUTOMATION_TEXT);
  if (body !== null) return excerptOf(body, mentionNames);
  return (kind === 'form_submission' && itemName !== null ? item : board) || null;
}

/** The paths of the web application (contract §12). */
function urlOf({ itemId, boardId }: NotificationRecord, baseUrl: string): string {
  if (itemId !== null) return `${baseUrl}/items/${itemId}`;
  return boardId === null ? `${baseUrl}/inbox` : `${baseUrl}/boards/${boardId}`;
}

/** The beginning of a comment's text, with names in place of the ids of the users that it mentions. */
function excerptOf(body: string, names: Readonly<Record<UserId, string>> | null): string {
  const named = body.replaceAll(/@(usr_[0-9A-HJKMNP-TV-Z]{26})/g, (written, id: UserId) => {
    const name = names?.[id];
    return name === undefined ? written : `@${name}`;
  });
  return plainLine(named, EXCERPT);
}
