import type { Database, Row } from './database';
import { isoTimestamp, quoted } from './json-text';
import type { Procedure } from './procedure';
import { BOARD, USER_WITH_MEMBERSHIPS } from './statements';

/** The first column of the statement's rows; what is neither is one of the board's columns. */
const BOARD_ROW = '0';
const GROUP_ROW = '1';

export function boardQueries(database: Database) {
  const getBoard: Procedure<{ readonly id: string }> = async ({ id }) => {
    let board: Row | null = null;
    let groups = '';
    let columns = '';
    for (const row of await database.rows(BOARD, [id])) {
      if (row[0] === BOARD_ROW) board = row;
      else if (row[0] === GROUP_ROW) groups += (groups && ',') + groupText(row);
      else columns += (columns && ',') + columnText(row, id);
    }
    if (!board) throw new Error(`Nothing has the id ${id}`);
    return (
      `{"id":"${id}","name":${quoted(board[3]!)},"projectId":"${board[5]}","defaultView":"${board[4]}",` +
      `"createdBy":"${board[11]}","archivedAt":${board[12] === null ? 'null' : `"${isoTimestamp(board[12]!)}"`},` +
      `"createdAt":"${isoTimestamp(board[8]!)}","updatedAt":"${isoTimestamp(board[13]!)}","itemCount":${board[6]},"groups":[${groups}],"columns":[${columns}]}`
    );
  };

  const me: Procedure<unknown> = async (_input, userId) => {
    const rows = await database.rows(USER_WITH_MEMBERSHIPS, [userId]);
    const user = rows[0]!;
    let memberships = '';
    for (const row of rows) {
      memberships +=
        `${memberships && ','}{"organizationId":"${row[4]}",` +
        `"organizationSlug":"${row[5]}","role":"${row[6]}"}`;
    }
    const avatar = user[3] === null ? 'null' : quoted(user[3]!);
    return (
      `{"id":"${user[0]}","email":${quoted(user[1]!)},"name":${quoted(user[2]!)},"avatar":${avatar},` +
      `"isServiceAccount":${user[7] === 't'},"updatedAt":"${isoTimestamp(user[8]!)}",` +
      `"memberships":[${memberships}]}`
    );
  };

  return { getBoard, me };
}

function groupText(row: Row): string {
  return (
    `{"id":"${row[2]}","name":${quoted(row[3]!)},"color":"${row[4]}","position":${row[1]},` +
    `"collapsed":${row[7] === 't'}}`
  );
}

function columnText(row: Row, boardId: string): string {
  return (
    `{"id":"${row[2]}","boardId":"${boardId}","name":${quoted(row[3]!)},"type":"${row[4]}",` +
    `"position":${row[1]},"width":${row[6]},"required":${row[7] === 't'},"config":${row[9]},"defaultValue":${row[10] ?? 'null'},` +
    `"createdAt":"${isoTimestamp(row[8]!)}"}`
  );
}
