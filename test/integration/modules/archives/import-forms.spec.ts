import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/kernel/ids';
import { startApp, type TestApp } from '../../../support/app';
import {
  archived,
  type EditedArchive,
  editRecords,
  partsOf,
  recordsIn,
  repack,
} from '../../../support/archives';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { anItem } from '../../../support/factories/item.factory';
import { anOrganization, type TestOrganization } from '../../../support/factories/organization.factory';
import { made } from '../../../support/factories/workspace.factory';
import { imported } from '../../../support/organization-moves';

type Row = Record<string, unknown>;
type Option = Readonly<{ label: string; value: string }>;
/** A field that is mapped to a column, as the archive has it. */
type Case = readonly [name: string, columnName: string, component: Row];

const COLUMNS = [
  { name: 'State', type: 'status', config: { labels: [{ name: 'Open' }, { name: 'Done' }] } },
  { name: 'Tags', type: 'label', config: { labels: [{ name: 'Red' }] } },
  { name: 'Size', type: 'dropdown', config: { options: ['Small', 'Large'] } },
  { name: 'Stars', type: 'rating', config: { maxRating: 10 } },
  { name: 'Owner', type: 'people' },
  { name: 'Linked', type: 'link' },
  { name: 'Urgency', type: 'priority' },
  { name: 'Number', type: 'number' },
  { name: 'Day', type: 'date' },
  { name: 'Mail', type: 'email' },
];
const STRANGER = newId('user');
const LONG = 'x'.repeat(101);

const same = (...values: string[]): Option[] => values.map((value) => ({ label: value, value }));
const select = (...options: Option[]): Row => ({ type: 'select', data: { values: options } });
const radio = (...options: Option[]): Row => ({ type: 'radio', values: options });

describe('the forms of an archive', () => {
  let from: TestApp;
  let to: TestApp;
  let organization: TestOrganization;
  let board: TestBoard;
  let formId: string;
  let formerId: string;
  let itemId: string;
  let directory: string;
  let original: EditedArchive;

  const field = (columnName: string, component: Row) => ({
    schema: { components: [{ key: 'field', label: 'Field', ...component }] },
    mappings: [{ formField: 'field', target: 'column', columnId: board.column(columnName) }],
  });

  beforeAll(async () => {
    [from, to] = await Promise.all([startApp({ ROLES: 'api' }), startApp({ ROLES: 'api' })]);
    directory = mkdtempSync(join(tmpdir(), 'trestle-forms-'));
    organization = await anOrganization({ app: from });
    board = await aBoard({ organization, columns: COLUMNS });
    const other = await aBoard({ workspace: board.workspace, project: board.project });
    itemId = await anItem(other);
    const { client } = organization.owner;
    const former = await organization.addMember('member');
    formerId = former.userId;
    const settings = { notifyOnSubmit: [organization.owner.userId, formerId] };
    const form = await made(client, 'forms.create', { boardId: board.id, name: 'Form', settings });
    formId = form.id as string;
    await made(client, 'organizations.members.remove', { userId: formerId });
    const file = join(directory, 'organization.zip');
    const manifest = await archived(organization, file);
    original = { parts: await partsOf(file), manifest };
  }, 120_000);
  afterAll(async () => {
    await Promise.all([from?.close(), to?.close()]);
    rmSync(directory, { recursive: true, force: true });
  });

  /** Null if the archive is imported. */
  const problemWith = async (change: Row): Promise<string | null> => {
    const file = await repack(join(directory, 'changed.zip'), original, ({ parts }) =>
      editRecords(parts, 'forms', (rows) => rows.forEach((row) => Object.assign(row, change))),
    );
    return imported(to, file, { isDryRun: true }).then(
      () => null,
      (error: Error) => error.message,
    );
  };
  const notify = (...notifyOnSubmit: string[]): Row => ({
    settings: { ...(recordsIn(original.parts, 'forms')[0]!['settings'] as Row), notifyOnSubmit },
  });

  it('notify only users who are or were members', async () => {
    const [form] = recordsIn(original.parts, 'forms');
    expect(form).toMatchObject(notify(organization.owner.userId, formerId));
    expect(await problemWith({})).toBeNull();
    expect(await problemWith(notify(organization.owner.userId, STRANGER))).toBe(
      `records/forms.jsonl has ${formId} with a value that no call has written: settings.notifyOnSubmit.1: No such member`,
    );
  });

  it('are rejected with fields that a column never accepts, whatever its settings were', async () => {
    const OPTION = 'schema.components.0.data.values.1';
    const RADIO = 'schema.components.0.values.0';
    const MAPPING = 'mappings.0.columnId';
    const cases: [...Case, string][] = [
      ['a label whose name is too long', 'State', select(...same('Open', LONG)), OPTION],
      ['one of several labels', 'Tags', { ...select(...same('Red', LONG)), multiple: true }, OPTION],
      ['an option that is too long', 'Size', radio(...same(LONG)), RADIO],
      ['more stars than any column has', 'Stars', select(...same('1', '101')), OPTION],
      ['no number of stars', 'Stars', radio(...same('many')), RADIO],
      ['a user who never was a member', 'Owner', select(...same(formerId, STRANGER)), OPTION],
      ['an item as a user', 'Owner', radio(...same(itemId)), RADIO],
      ['a user as an item', 'Linked', radio(...same(formerId)), RADIO],
      ['a priority that does not exist', 'Urgency', radio(...same('Later')), RADIO],
      ['a number that is none', 'Number', select(...same('1', 'one')), OPTION],
      ['a day that is none', 'Day', select(...same('2026-01-01', '2026-02-30')), OPTION],
      ['addresses as numbers', 'Number', { type: 'email' }, MAPPING],
      ['a confirmation as a day', 'Day', { type: 'checkbox' }, MAPPING],
      ['a web address as one of e-mail', 'Mail', { type: 'url' }, MAPPING],
    ];
    const found = [];
    for (const [name, columnName, component, path] of cases) {
      const problem = await problemWith(field(columnName, component));
      const message = `records/forms.jsonl has ${formId} with a value that no call has written: ${path}: `;
      if (problem?.startsWith(message) !== true) found.push([name, problem]);
    }
    expect(found).toEqual([]);
    expect((await to.sql.query('select from organizations')).rows).toEqual([]);
  }, 120_000);

  it('may have fields that fit only earlier settings of a column', async () => {
    const cases: Case[] = [
      ['a removed label by its name', 'State', select(...same('Open', 'Closed'))],
      ['a removed label by its id', 'State', radio({ label: 'Closed', value: newId('label') })],
      ['a removed label that the text of an option names', 'Tags', select({ label: 'Blue', value: LONG })],
      ['a removed option', 'Size', { ...select(...same('Small', 'Medium')) }],
      ['a rating above a lowered maximum', 'Stars', radio(...same('11'))],
      ['a rating that the text of an option names', 'Stars', radio({ label: '11', value: 'eleven' })],
      ['a former member', 'Owner', select(...same(formerId))],
      ['an item that was deleted', 'Linked', select(...same(newId('item')))],
      ['a number for a label', 'State', { type: 'number' }],
      ['an address for an option', 'Size', { type: 'email' }],
    ];
    const found = [];
    for (const [name, columnName, component] of cases) {
      const problem = await problemWith(field(columnName, component));
      if (problem !== null) found.push([name, problem]);
    }
    expect(found).toEqual([]);
  }, 120_000);
});
