import type { Database, Row } from './database';
import { isoTimestamp, quoted } from './json-text';
import { NOTIFICATIONS, UNREAD_COUNT } from './notification-statements';
import type { Procedure } from './procedure';
import { PAGE_SIZE } from './statements';

const SHOWN = 280;

export function notificationProcedures(database: Database) {
  const list: Procedure<unknown> = async (_input, userId) => {
    const rows = await database.rows(NOTIFICATIONS, [userId]);
    const hasNext = rows.length > PAGE_SIZE;
    let notifications = '';
    for (const row of hasNext ? rows.slice(0, PAGE_SIZE) : rows)
      notifications += (notifications && ',') + listed(row);
    return `{"notifications":[${notifications}],"nextCursor":${hasNext ? `"${rows[PAGE_SIZE - 1]![0]}"` : 'null'}}`;
  };

  const unreadCount: Procedure<unknown> = async (_input, userId) => {
    const [row] = await database.rows(UNREAD_COUNT, [userId]);
    return `{"count":${row![0]}}`;
  };

  return { list, unreadCount };
}

function listed(row: Row): string {
  const avatar = row[9] === null ? 'null' : quoted(row[9]!);
  return (
    `{"id":"${row[0]}","kind":"${row[1]}",` +
    `"actor":{"id":"${row[7]}","name":${quoted(row[8]!)},"avatar":${avatar},"isServiceAccount":${row[13] === 't'}},` +
    `"title":${quoted(`${row[8]} mentioned you in ${row[10]}`)},"message":${quoted(excerptOf(row[11]!, row[12]!))},` +
    `"boardId":"${row[2]}","itemId":"${row[3]}","commentId":"${row[4]}","columnId":null,"formId":null,` +
    `"automationId":${row[14] === null ? 'null' : `"${row[14]}"`},"submissionId":null,"invitationId":null,"url":"http://bench.localhost/items/${row[3]}",` +
    `"readAt":${row[5] === null ? 'null' : `"${isoTimestamp(row[5]!)}"`},"createdAt":"${isoTimestamp(row[6]!)}"}`
  );
}

function excerptOf(body: string, names: string | null): string {
  if (names === null) return body.slice(0, SHOWN);
  const known = JSON.parse(names) as Record<string, string>;
  return body
    .replaceAll(/@(usr_[0-9A-Z]{26})/g, (written, id: string) => `@${known[id] ?? written}`)
    .slice(0, SHOWN);
}
