import MarkdownIt from 'markdown-it';
import { newId } from '../../../../src/kernel/ids';
import { type MentionEnv, mentions, withNames } from '../../../../src/modules/comments/markdown/mentions';
import { COMMENTS, CREATE_COMMENT } from './comment-statements';
import type { Database, Row } from './database';
import { isoTimestamp, quoted, quotedOrNull } from './json-text';
import type { Procedure } from './procedure';
import { PAGE_SIZE } from './statements';

/** Only top-level comments. */
export interface CreateCommentInput {
  readonly itemId: string;
  readonly body: string;
}

const MARKDOWN = new MarkdownIt({ html: false, linkify: true, breaks: true }).disable('image').use(mentions);

export function commentProcedures(database: Database) {
  const list: Procedure<{ readonly itemId: string }> = async ({ itemId }) => {
    const rows = await database.rows(COMMENTS, [itemId]);
    const hasNext = rows.length > PAGE_SIZE;
    const people = rows.length === 0 ? {} : peopleOf(rows[0]![12]!);
    let comments = '';
    for (const row of hasNext ? rows.slice(0, PAGE_SIZE) : rows)
      comments += (comments && ',') + listed(row, people);
    return `{"comments":[${comments}],"nextCursor":${hasNext ? `"${rows[PAGE_SIZE - 1]![0]}"` : 'null'}}`;
  };

  // Without validation: every user that the text names is mentioned.
  const create: Procedure<CreateCommentInput> = async ({ itemId, body }, userId) => {
    const id = newId('comment');
    const env: MentionEnv = { named: new Set(), members: new Set() };
    const tokens = MARKDOWN.parse(body, env);
    const html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, { ...env, members: env.named });
    const named = [...env.named];
    const values = [id, itemId, userId, body, html, named, newId('event')];
    const [row] = await database.rows(CREATE_COMMENT, values);
    if (!row) throw new Error(`Nothing has the id ${itemId}`);
    const [created, known] = row as [string, string];
    const at = isoTimestamp(created);
    const people = peopleOf(known);
    return (
      `{"id":"${id}","itemId":"${itemId}","parentId":null,"body":${quoted(body)},` +
      `"bodyHtml":${quoted(withTheirNames(html, people))},"mentions":${JSON.stringify(named)},"attachments":[],` +
      `"reactions":[],"author":${authorText(userId, people)},"replyCount":0,"isPinned":false,` +
      `"createdAt":"${at}","updatedAt":"${at}"}`
    );
  };

  return { list, create };
}

type People = Readonly<
  Record<string, readonly [name: string, avatar: string | null, isServiceAccount: boolean]>
>;

function peopleOf(json: string): People {
  return JSON.parse(json) as People;
}

function listed(row: Row, people: People): string {
  const html = row[5] === '{}' ? row[4]! : withTheirNames(row[4]!, people);
  return (
    `{"id":"${row[0]}","itemId":"${row[1]}","parentId":${row[2] === null ? 'null' : `"${row[2]}"`},` +
    `"body":${quoted(row[3]!)},"bodyHtml":${quoted(html)},"mentions":${idList(row[5]!)},"attachments":[],` +
    `"reactions":${row[11] ?? '[]'},"author":${authorText(row[10]!, people)},"replyCount":${row[6]},` +
    `"isPinned":${row[7] === 't'},"createdAt":"${isoTimestamp(row[8]!)}","updatedAt":"${isoTimestamp(row[9]!)}"}`
  );
}

function authorText(id: string, people: People): string {
  const [name, avatar, isServiceAccount] = people[id]!;
  return (
    `{"id":"${id}","name":${quoted(name)},"avatar":${quotedOrNull(avatar)},` +
    `"isServiceAccount":${isServiceAccount}}`
  );
}

function withTheirNames(html: string, people: People): string {
  return withNames(html, (id) => people[id]![0]);
}

/** PostgreSQL's text of an array of ids, as JSON. */
function idList(array: string): string {
  return array === '{}' ? '[]' : `["${array.slice(1, -1).replaceAll(',', '","')}"]`;
}
