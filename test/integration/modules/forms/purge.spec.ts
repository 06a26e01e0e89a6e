import { beforeAll, describe, expect, it } from 'vitest';
import type { FormId } from '../../../../src/kernel/ids';
import { BoardPurgeJob } from '../../../../src/modules/boards/deletion/board-purge.job';
import { PurgeFormJob } from '../../../../src/modules/forms/purge-form.job';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { made } from '../../../support/factories/workspace.factory';

const run = { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal };
/** More than a batch. */
const MANY = 2_500;

describe('the purge of forms', () => {
  let board: TestBoard;
  let formId: FormId;
  const sql = () => board.organization.app.sql;
  const rowsLeft = async () => {
    const { rows } = await sql().query(
      `select (select count(*) from forms where id = $1)::int as forms,
         (select count(*) from form_submissions where form_id = $1)::int as submissions,
         (select count(*) from form_submission_counts where form_id = $1)::int as counts,
         (select count(*) from items where board_id = $2)::int as items`,
      [formId, board.id],
    );
    return rows[0];
  };

  beforeAll(async () => {
    board = await aBoard();
  });

  async function aFullForm(): Promise<void> {
    formId = await aForm(board);
    const { submissionId } = (await submit(board, formId)).body as { submissionId: string };
    await sql().query(
      `insert into form_submissions
       select organization_id, 'sub_' || lpad($2 || n::text, 26, '0'), form_id, data, omitted, null, status, null, false,
         submitted_at, updated_at
       from form_submissions, generate_series(1, $3) n where id = $1`,
      [submissionId, formId.slice(-8), MANY],
    );
  }

  it('deletes the submissions of a deleted form, and keeps the items', async () => {
    await aFullForm();
    await made(board.organization.owner.client, 'forms.delete', { id: formId });
    const job = board.organization.app.nest.get(PurgeFormJob, { strict: false });
    const payload = { organizationId: board.organization.id, formId };
    await job.perform(payload, run);
    expect(await rowsLeft()).toEqual({ forms: 0, submissions: 0, counts: 0, items: 1 });
    await job.perform(payload, run);
  });

  it('deletes the forms of a deleted board before its row', async () => {
    await aFullForm();
    await made(board.organization.owner.client, 'boards.delete', { id: board.id });
    const job = board.organization.app.nest.get(BoardPurgeJob, { strict: false });
    await job.perform({ organizationId: board.organization.id, boardId: board.id, keepsRow: true });
    expect(await rowsLeft()).toEqual({ forms: 0, submissions: 0, counts: 0, items: 0 });
  });
});
