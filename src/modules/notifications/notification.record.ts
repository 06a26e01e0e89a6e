import type { BoardId, CommentId, Id, ItemId, UserId } from '../../kernel/ids';
import { type UserReference, userReferenceJson, WORKSPACE_ROLES_OF_USERS } from '../hierarchy';
import type { NotificationKind } from './notification-kinds';

/** Further ids in a notification, by their names on the wire, and its text. */
export interface NotificationDetails {
  automationId?: string;
  /** What an automation says. */
  text?: string;
  columnId?: string;
  formId?: string;
  submissionId?: string;
  invitationId?: string;
}

/** A notification with what it shows of other tables. Timestamps are in their wire form. */
export interface NotificationRecord {
  id: Id<'notification'>;
  kind: NotificationKind;
  actor: UserReference | null;
  boardId: BoardId | null;
  boardName: string | null;
  itemId: ItemId | null;
  itemName: string | null;
  commentId: CommentId | null;
  /** The beginning of the comment. */
  body: string | null;
  /** Null when it is not about a form, and after the form was deleted. */
  formName: string | null;
  /** Null when it is not about an automation, and after the automation was deleted. */
  automationName: string | null;
  /** Null when the comment mentions no one. */
  mentionNames: Readonly<Record<UserId, string>> | null;
  details: NotificationDetails;
  organizationSlug: string;
  readAt: string | null;
  createdAt: string;
}

/** Far more of a comment than is shown. */
const BODY_READ = 2_000;

/** Selects a record from RECORD_JOINS; $1 is the organization. The actor's account outlives the membership. */
export const RECORD_FIELDS = `notification.id, notification.kind, notification.board_id as "boardId",
  board.name as "boardName", notification.item_id as "itemId", item.name as "itemName",
  notification.comment_id as "commentId", left(comment.body, ${BODY_READ}) as body,
  form.name as "formName", automation.name as "automationName", notification.details,
  notification.read_at as "readAt", notification.created_at as "createdAt",
  (select slug from organizations where id = $1) as "organizationSlug",
  (select ${userReferenceJson('actor')}
   from users actor where actor.id = notification.actor_id) as actor,
  case when comment.mentions <> '{}' then (
    select json_object_agg(mentioned.id, mentioned.name) from users mentioned
    where mentioned.id = any (comment.mentions)) end as "mentionNames"`;

/**
 * The records that a notification is about, as they are now. Each is looked up for a notification of the page: pinned with
 * offsets, because the planner otherwise reads whole tables when its statistics are outdated.
 */
export const RECORD_JOINS = `notifications notification
  left join lateral (
    select id, name, board_id from items
    where organization_id = $1 and id = notification.item_id and trashed_at is null offset 0) item on true
  left join lateral (
    select name from boards
    where organization_id = $1 and id = coalesce(item.board_id, notification.board_id) offset 0) board on true
  left join lateral (
    select id, body, mentions from comments
    where organization_id = $1 and id = notification.comment_id and tombstone_until is null offset 0) comment on true
  left join lateral (
    select name from forms
    where notification.kind = 'form_submission' and organization_id = $1
      and id = notification.details ->> 'formId' and deleted_at is null offset 0) form on true
  left join lateral (
    select name from automations
    where notification.kind in ('automation', 'automation_disabled') and organization_id = $1
      and id = notification.details ->> 'automationId' offset 0) automation on true`;

/** Whether the records of RECORD_JOINS exist, apart from the board. */
export const RECORD_EXISTS = `(notification.item_id is null or item.id is not null)
  and (notification.comment_id is null or comment.id is not null)`;

const IS_SHARED = 'shown.id in (select unnest($4::text[]))';
const IN_VISIBLE_WORKSPACE = `workspace.visibility = 'open' or exists (
        select from ${WORKSPACE_ROLES_OF_USERS} own
        where own.organization_id = $1 and own.workspace_id = workspace.id and own.user_id = $2)`;

const visibleBoards = (condition: string) => `select counted.board_id from notification_counts counted
  join boards shown on shown.organization_id = $1 and shown.id = counted.board_id and shown.deleted_at is null
  join projects project on project.organization_id = $1 and project.id = shown.project_id
    and project.deleted_at is null
  join workspaces workspace on workspace.organization_id = $1 and workspace.id = project.workspace_id
    and workspace.deleted_at is null
  where counted.organization_id = $1 and counted.user_id = $2
    and ${condition}`;

/**
 * The boards of a user's notifications that the user ($2) sees now, as in workspace-access.ts: $3 is all, member or guest,
 * $4 the boards that are shared with a guest. The counters are the list of the boards.
 */
export const VISIBLE_BOARDS = visibleBoards(
  `case $3 when 'guest' then ${IS_SHARED} when 'member' then ${IN_VISIBLE_WORKSPACE} else true end`,
);

/** The same for an administrator, who sees every board, without $3 and $4. */
export const EVERY_BOARD = visibleBoards('true');

/** The notifications of a user ($2) that the user sees now, from RECORD_JOINS. */
export const IS_SEEN = `notification.organization_id = $1 and notification.user_id = $2 and notification.in_app
  and not notification.is_hidden and ${RECORD_EXISTS}
  and (notification.board_id is null or notification.board_id = any (array(${VISIBLE_BOARDS})))
  and (item.id is null or item.board_id = notification.board_id)`;
