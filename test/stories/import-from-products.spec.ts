import { beforeAll, describe, expect, it } from 'vitest';
import { anAsanaTask, asanaCsv } from '../support/exports/asana';
import { aJiraIssue, jiraCsv } from '../support/exports/jira';
import { type MondayGroup, mondayWorkbook } from '../support/exports/monday';
import { aBoard, type TestBoard } from '../support/factories/board.factory';
import { listedItems } from '../support/item-lists';
import { upload } from '../support/multipart';

const ROWS = 2_000;

/** Issue 16, acceptance: exports of 2,000 rows import without editing the file. */
describe('a team moves from other products', () => {
  let board: TestBoard;
  const client = () => board.organization.owner.client;

  beforeAll(async () => {
    board = await aBoard();
    await board.organization.addMember('member', 'Ada Lovelace');
    await board.organization.addMember('member', 'Grace Hopper');
  });

  // The response is as untyped as the wire.
  // oxlint-disable-next-line typescript/no-explicit-any
  async function importFile(source: string, name: string, content: string | Buffer): Promise<any> {
    const input = JSON.stringify({ projectId: board.project.id, name: source, source });
    const parts = [
      { field: 'input', name: null, content: input },
      { name, content },
    ];
    const { status, body } = await upload(client(), parts, { path: '/api/boards/import' });
    expect([status, body]).toMatchObject([200, { import: { status: 'done' } }]);
    return body;
  }

  /** Top-level items and sub-items of a board. */
  async function counted(id: string) {
    const items = await listedItems(client(), { boardId: id, subItems: true });
    const subItems = items.reduce(
      (sum, item) => sum + (item as unknown as { subItems: unknown[] }).subItems.length,
      0,
    );
    const { data } = await client().query('boards.get', { id });
    const types = data.columns.map(({ name, type }: Record<string, string>) => `${name}: ${type}`);
    return { items: items.length, subItems, types, groups: data.groups };
  }

  it('monday: a workbook with groups and sub-items', async () => {
    const groups = Array.from({ length: 20 }, (_, group): MondayGroup => ({
      title: { text: `Group ${group}`, font: '#579BFC' },
      items: Array.from({ length: 50 }, (__, at) => ({
        cells: [
          `Item ${group}.${at}`,
          ['Ada Lovelace', 'Grace Hopper', 'Ada Lovelace, Grace Hopper'][at % 3]!,
          {
            text: ['Working on it', 'Done', 'Stuck'][at % 3]!,
            fill: ['#FDAB3D', '#00C875', '#DF2F4A'][at % 3]!,
          },
          { day: 46_000 + at },
          at * 100,
        ],
        subItems: [[`Part of ${group}.${at}`, 'Ada Lovelace', { text: 'Done', fill: '#00C875' }]],
      })),
      sums: ['', '', '', 122_500],
    }));
    const workbook = await mondayWorkbook({
      title: 'Product roadmap',
      columns: ['Owner', 'Status', 'Due date', 'Budget'],
      subItemColumns: ['Owner', 'Status'],
      groups,
    });
    const answer = await importFile('monday', 'roadmap.xlsx', workbook);
    expect(answer).toMatchObject({ problemCount: 0, unresolvedCount: 0, rowCount: ROWS });
    expect(answer.import).toMatchObject({ status: 'done', created: ROWS });
    const { items, subItems, types, groups: made } = await counted(answer.import.boardId);
    expect([items, subItems, made.length]).toEqual([1_000, 1_000, 20]);
    expect(types).toEqual(['Owner: people', 'Status: status', 'Due date: date', 'Budget: number']);
  });

  it('Jira: an export with all fields, and the same again with changes', async () => {
    const issues = Array.from({ length: ROWS }, (_, at) =>
      aJiraIssue(at + 1, ['Ada Lovelace', 'Grace Hopper']),
    );
    const answer = await importFile('jira', 'Jira.csv', jiraCsv(issues));
    expect(answer).toMatchObject({ problemCount: 0, unresolvedCount: 0, rowCount: ROWS });
    expect(answer.import).toMatchObject({ status: 'done', created: ROWS });
    const { items, subItems, types } = await counted(answer.import.boardId);
    expect([items, subItems]).toEqual([200, 1_800]);
    expect(types).toEqual([
      'Issue key: text',
      'Issue Type: dropdown',
      'Status: status',
      'Priority: priority',
      'Assignee: people',
      'Created in Jira: date',
      'Updated in Jira: date',
      'Components: label',
      'Due date: date',
      'Labels: label',
      'Blocked by: dependency',
      'Story Points: number',
      'Sprint: label',
      'Comments in Jira: long_text',
    ]);
    for (const issue of issues.slice(0, 60)) issue.Status = 'Done';
    issues.push(aJiraIssue(ROWS + 1, ['Ada Lovelace']));
    const { boardId: id } = answer.import;
    const { data } = await client().mutate('boards.import', {
      id,
      source: 'jira',
      updateBy: 'Issue key',
      file: { content: jiraCsv(issues.slice(0, 100).concat(issues.slice(-1))) },
    });
    // Two thirds of the 60 were not done before.
    expect(data.import).toMatchObject({ created: 1, updated: 40, unchanged: 60 });
  });

  it('Asana: a project with sections and subtasks', async () => {
    const { owner } = board.organization;
    const tasks = Array.from({ length: ROWS }, (_, at) =>
      anAsanaTask(at + 1, [owner.email, 'bob@former.example']),
    );
    const answer = await importFile('asana', 'Launch.csv', asanaCsv(tasks));
    expect(answer).toMatchObject({ problemCount: 0, unresolvedCount: 1_000, rowCount: ROWS });
    expect(answer.unresolved).toHaveLength(500);
    expect(answer.import).toMatchObject({ status: 'done', created: ROWS });
    const { items, subItems, types, groups } = await counted(answer.import.boardId);
    expect([items, subItems]).toEqual([500, 1_500]);
    expect(groups.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Doing', 'Done', 'To do']);
    expect(types).toEqual([
      'Task ID in Asana: text',
      'Created in Asana: date',
      'Completed At: date',
      'Assignee: people',
      'Due Date: date',
      'Tags: label',
      'Blocked by: dependency',
      'Priority: priority',
      'Estimated hours: number',
      'Done: checkbox',
      'Assignee (text): text',
    ]);
  });
});
