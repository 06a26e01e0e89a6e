import { beforeAll, describe, expect, it } from 'vitest';
import type { FormId } from '../../../src/kernel/ids';
import { DEFAULT_SETTINGS, FORM_NAME_MAX, FORMS_MAX } from '../../../src/modules/forms/forms.schemas';
import {
  codesWithoutCredential,
  ONLY_BUILDERS,
  ONLY_ONLOOKERS,
  statusesByRole,
  statusesBySight,
  UNAUTHORIZED,
} from '../../support/access-checks';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { aForm, SUBJECT, submit } from '../../support/factories/form.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { aWorkspace, made } from '../../support/factories/workspace.factory';
import { eventsDuring, expectHidden, refusedPaths } from '../../support/refusals';

describe('forms', () => {
  let board: TestBoard;
  const owner = () => board.organization.owner;
  const create = (input: object) =>
    owner().client.mutate('forms.create', { boardId: board.id, name: 'Form', ...input });
  const update = (id: FormId, input: object) => owner().client.mutate('forms.update', { id, ...input });
  const get = async (id: FormId) => (await owner().client.query('forms.get', { id })).data;

  beforeAll(async () => {
    board = await aBoard({
      groups: ['First', 'Second'],
      columns: [
        { name: 'Amount', type: 'number' },
        { name: 'Stage', type: 'status' },
        { name: 'Made', type: 'created_date' },
        { name: 'Who', type: 'people' },
      ],
    });
  });

  describe('create', () => {
    it('200: returns the form as a draft with its address, and emits form.created', async () => {
      const schema = {
        components: [{ ...SUBJECT, validate: { required: true } }],
      };
      const mappings = [{ formField: 'subject', columnId: null, target: 'item_name' }];
      const settings = {
        successMessage: 'Thanks',
        redirectUrl: 'https://example.com/thanks?a=b',
        notifyOnSubmit: [owner().userId],
        groupId: board.group('Second'),
        requireAuth: true,
        allowMultiple: false,
      };
      let answer: Awaited<ReturnType<typeof create>>;
      const events = await eventsDuring(board.organization, async () => {
        answer = await create({ name: 'Contact', description: 'About us', schema, mappings, settings });
      });
      const form = answer!.data;
      expect(form).toEqual({
        id: expect.stringMatching(/^frm_[0-9A-Z]{26}$/),
        boardId: board.id,
        name: 'Contact',
        description: 'About us',
        status: 'draft',
        publicUrl: `http://${board.organization.slug}.trestle.test/forms/${form.id}`,
        submissionCount: 0,
        fieldCount: 1,
        requireAuth: true,
        schema,
        mappings,
        settings,
        createdBy: owner().userId,
        createdAt: expect.any(String),
        updatedAt: form.createdAt,
      });
      expect(await get(form.id)).toEqual(form);
      expect(events).toMatchObject([
        { type: 'form.created', boardId: board.id, data: { form: { id: form.id, name: 'Contact' } } },
      ]);
      const { schema: _1, mappings: _2, settings: _3, ...listed } = form;
      const { forms } = (await owner().client.query('forms.list', { boardId: board.id })).data;
      expect(forms.find(({ id }: { id: string }) => id === form.id)).toEqual(listed);
    });

    it('200: only a name', async () => {
      const { data } = await create({});
      expect(data).toMatchObject({
        description: '',
        schema: { components: [] },
        mappings: [],
        settings: DEFAULT_SETTINGS,
      });
    });

    it('400: names, fields, mappings and settings', async () => {
      const schema = { components: [SUBJECT, { type: 'checkbox', key: 'agree', label: 'Agree' }] };
      const mapping = (more: object) => ({
        schema,
        mappings: [{ formField: 'subject', target: 'column', columnId: board.column('Amount'), ...more }],
      });
      const cases: [object, string[]][] = [
        [{ name: ' ' }, ['name']],
        [{ name: 'x'.repeat(FORM_NAME_MAX + 1) }, ['name']],
        [{ schema: { components: [{ type: 'panel', key: 'a' }] } }, ['schema.components.0.type']],
        [{ schema: { components: [{ ...SUBJECT, key: 'constructor' }] } }, ['schema.components.0.key']],
        [
          { schema: { components: [{ ...SUBJECT, type: 'number', defaultValue: 'many' }] } },
          ['schema.components.0.defaultValue'],
        ],
        [mapping({ formField: 'other' }), ['mappings.0.formField']],
        [mapping({ columnId: null }), ['mappings.0.columnId']],
        [mapping({ target: 'item_name' }), ['mappings.0.columnId']],
        [mapping({ target: 'group' }), ['mappings.0.target']],
        [mapping({ columnId: board.column('Made') }), ['mappings.0.columnId']],
        [mapping({ columnId: board.column('Who') }), ['mappings.0.columnId']],
        [mapping({ formField: 'agree' }), ['mappings.0.columnId']],
        [{ schema, mappings: [...mapping({}).mappings, ...mapping({}).mappings] }, ['mappings.1.columnId']],
        [
          {
            schema,
            mappings: [
              { formField: 'subject', target: 'item_name' },
              { formField: 'agree', target: 'item_name' },
            ],
          },
          ['mappings.1.target'],
        ],
        [{ settings: { redirectUrl: 'javascript:alert(1)' } }, ['settings.redirectUrl']],
        [{ settings: { redirectUrl: 'https://user:pass@example.com' } }, ['settings.redirectUrl']],
        [{ settings: { redirectUrl: '//example.com' } }, ['settings.redirectUrl']],
        [{ settings: { notifyOnSubmit: [owner().userId, owner().userId] } }, ['settings.notifyOnSubmit']],
        [{ settings: { color: 'red' } }, ['settings.color']],
        [{ settings: { requireAuth: 'yes' } }, ['settings.requireAuth']],
        [{ status: 'published' }, ['status']],
      ];
      const events = await eventsDuring(board.organization, async () => {
        for (const [input, expected] of cases)
          expect(refusedPaths(await create(input)), JSON.stringify(input)).toEqual(expected);
      });
      expect(events).toEqual([]);
    });

    it('400: a group and a column of another board; 404: of another organization, as for an unknown id', async () => {
      const other = await aBoard({
        project: board.project,
        groups: ['Elsewhere'],
        columns: [{ name: 'Text', type: 'text' }],
      });
      const foreign = await aBoard({ groups: ['Foreign'], columns: [{ name: 'Text', type: 'text' }] });
      const withGroup = (groupId: string) => create({ settings: { groupId } });
      const withColumn = (columnId: string) =>
        create({
          schema: { components: [SUBJECT] },
          mappings: [{ formField: 'subject', target: 'column', columnId }],
        });
      expect(refusedPaths(await withGroup(other.groupIds[0]!))).toEqual(['settings.groupId']);
      expect(refusedPaths(await withColumn(other.columnIds[0]!))).toEqual(['mappings.0.columnId']);
      await expectHidden(foreign.groupIds[0]!, withGroup);
      await expectHidden(foreign.columnIds[0]!, withColumn);
      const stranger = foreign.organization.owner.userId;
      await expectHidden(stranger, (userId) => create({ settings: { notifyOnSubmit: [userId] } }));
      await expectHidden(foreign.id, (boardId) => create({ boardId }));
    });

    it('400: at most 200 forms on a board, also under parallel calls', async () => {
      const full = await aBoard({ project: board.project });
      const first = await aForm(full, { status: 'draft' });
      await full.organization.app.sql.query(
        `insert into forms select organization_id, 'frm_' || lpad(n::text, 26, '0'), board_id, name, description, status, schema,
           mappings, settings, version, created_by, created_at, updated_at, null
         from forms, generate_series(1, $2) n where id = $1`,
        [first, FORMS_MAX - 2],
      );
      const input = { boardId: full.id, name: 'Form' };
      const answers = await Promise.all([1, 2, 3].map(() => owner().client.mutate('forms.create', input)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
      expect(refusedPaths(answers.find(({ status }) => status === 400)!)).toEqual(['boardId']);
    });

    it('401, 403 and 404 by role', async () => {
      const call = (client: typeof board.organization.owner.client) =>
        client.mutate('forms.create', { boardId: board.id, name: 'Form' });
      expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
      expect(await codesWithoutCredential(board.workspace, call)).toEqual(UNAUTHORIZED);
    });
  });

  describe('list and get', () => {
    it('are for members who see the board', async () => {
      const workspace = await aWorkspace({ visibility: 'closed' });
      const closed = await aBoard({ organization: workspace.organization, workspace });
      const id = await aForm(closed);
      const guests = { ...ONLY_ONLOOKERS, guest: 403 };
      expect(await statusesBySight(workspace, (client) => client.query('forms.get', { id }))).toEqual(guests);
      const list = { boardId: closed.id };
      expect(await statusesBySight(workspace, (client) => client.query('forms.list', list))).toEqual(guests);
      await expectHidden(id, (other) => owner().client.query('forms.get', { id: other }));
    });

    it('leave out what the board no longer has', async () => {
      const changing = await aBoard({
        project: board.project,
        groups: ['First', 'Second'],
        columns: [{ name: 'Text', type: 'text' }],
      });
      const mappings = [
        { formField: 'subject', columnId: null, target: 'item_name' },
        { formField: 'subject', columnId: changing.column('Text'), target: 'column' },
      ];
      const settings = { groupId: changing.groupIds[1] };
      const id = await aForm(changing, { mappings, settings });
      await made(owner().client, 'columns.delete', { id: changing.column('Text') });
      await made(owner().client, 'boards.groups.delete', { id: changing.groupIds[1] });
      expect(await get(id)).toMatchObject({ mappings: [mappings[0]], settings: { groupId: null } });
      const renamed = await update(id, { name: 'Renamed' });
      expect(renamed.data).toMatchObject({ name: 'Renamed', mappings: [mappings[0]] });
    });
  });

  describe('update', () => {
    it('200: changes what it is given, and emits one event per change', async () => {
      const id = await aForm(board, { status: 'draft', settings: { successMessage: 'One' } });
      const events = await eventsDuring(board.organization, async () => {
        const { data } = await update(id, {
          name: 'New',
          settings: { requireAuth: true },
          status: 'published',
        });
        expect(data).toMatchObject({
          name: 'New',
          status: 'published',
          requireAuth: true,
          settings: { ...DEFAULT_SETTINGS, successMessage: 'One', requireAuth: true },
        });
        expect(data.updatedAt > data.createdAt).toBe(true);
        expect((await update(id, { name: 'New' })).data).toEqual(data);
      });
      expect(events).toMatchObject([
        { type: 'form.updated', data: { form: { id, name: 'New' }, fields: ['name', 'settings'] } },
        { type: 'form.published', data: { form: { id, status: 'published' } } },
      ]);
    });

    it('409: a version that is no longer the current one', async () => {
      const id = await aForm(board);
      const { updatedAt } = await get(id);
      expect((await update(id, { name: 'A', expectedUpdatedAt: updatedAt })).status).toBe(200);
      expect((await update(id, { name: 'B', expectedUpdatedAt: updatedAt })).status).toBe(409);
      const remove = { id, expectedUpdatedAt: updatedAt };
      expect((await owner().client.mutate('forms.delete', remove)).status).toBe(409);
    });

    it('400: status follows draft → published ⇄ closed, and back to draft only without submissions', async () => {
      const id = await aForm(board, { status: 'draft' });
      const to = async (status: string) => (await update(id, { status })).status;
      expect(await to('closed')).toBe(400);
      expect(await to('published')).toBe(200);
      expect(await to('draft')).toBe(200);
      expect((await submit(board, id)).status).toBe(404);
      for (const status of ['published', 'closed', 'published']) expect(await to(status)).toBe(200);
      expect((await submit(board, id)).status).toBe(200);
      expect(refusedPaths(await update(id, { status: 'draft' }))).toEqual(['status']);
      expect(await to('closed')).toBe(200);
      expect(await to('draft')).toBe(400);
    });

    it('400: mappings to fields that the new schema lacks', async () => {
      const id = await aForm(board);
      const schema = { components: [{ ...SUBJECT, key: 'title' }] };
      expect(refusedPaths(await update(id, { schema }))).toEqual(['mappings.0.formField']);
      const mappings = [{ formField: 'title', target: 'item_name' }];
      expect((await update(id, { schema, mappings })).status).toBe(200);
    });

    it('400: publishing a form that could leave a required column empty', async () => {
      const strict = await aBoard({ project: board.project });
      const column = { boardId: strict.id, name: 'Reason', type: 'text', required: true };
      const { id: columnId } = await made(owner().client, 'columns.create', column);
      const id = await aForm(strict, { status: 'draft' });
      const answer = await update(id, { status: 'published' });
      expect(refusedPaths(answer)).toEqual(['mappings']);
      expect(answer.error!.message).toContain('Reason');
      const mappings = [{ formField: 'subject', target: 'column', columnId }];
      expect((await update(id, { mappings, status: 'published' })).status).toBe(400);
      const schema = { components: [{ ...SUBJECT, validate: { required: true } }] };
      expect((await update(id, { schema, mappings, status: 'published' })).status).toBe(200);
    });

    it('403 and 404 by role', async () => {
      const id = await aForm(board);
      const call = (client: typeof board.organization.owner.client) =>
        client.mutate('forms.update', { id, name: 'By role' });
      expect(await statusesByRole(board.workspace, call)).toEqual(ONLY_BUILDERS);
      const { owner: stranger } = await anOrganization();
      await expectHidden(id, (other) => stranger.client.mutate('forms.update', { id: other, name: 'x' }));
    });
  });

  describe('delete', () => {
    it('200: the submissions go, the items stay', async () => {
      const id = await aForm(board);
      const { submissionId } = (await submit(board, id)).body as { submissionId: string };
      const { itemId } = (await owner().client.query('forms.submissions.get', { id: submissionId })).data;
      const events = await eventsDuring(board.organization, () =>
        made(owner().client, 'forms.delete', { id }),
      );
      expect(events).toMatchObject([{ type: 'form.deleted', data: { form: { id, status: 'published' } } }]);
      expect((await owner().client.query('forms.get', { id })).status).toBe(404);
      expect((await owner().client.query('forms.submissions.get', { id: submissionId })).status).toBe(404);
      expect((await owner().client.mutate('forms.update', { id, name: 'x' })).status).toBe(404);
      expect((await submit(board, id)).status).toBe(404);
      expect((await owner().client.query('items.get', { id: itemId })).status).toBe(200);
    });

    it('403: only its author and admins', async () => {
      const [author, other] = [await board.workspace.addMember(), await board.workspace.addMember()];
      const id = await aForm(board, { client: author.client });
      expect((await other.client.mutate('forms.delete', { id })).status).toBe(403);
      expect((await author.client.mutate('forms.delete', { id })).status).toBe(200);
      const second = await aForm(board, { client: author.client });
      expect((await owner().client.mutate('forms.delete', { id: second })).status).toBe(200);
    });
  });
});
