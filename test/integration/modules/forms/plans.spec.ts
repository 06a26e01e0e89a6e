import { beforeAll, describe, expect, it } from 'vitest';
import { LIST_FORMS } from '../../../../src/modules/forms/forms.read-model';
import {
  LIST_SUBMISSIONS,
  LIST_SUBMISSIONS_BY_STATUS,
} from '../../../../src/modules/forms/submissions/submissions.read-model';
import { aBoard, type TestBoard } from '../../../support/factories/board.factory';
import { aForm, submit } from '../../../support/factories/form.factory';
import { executedPlan, rowsRead } from '../../../support/query-plan';

const MANY = 20_000;
const PAGE = 50;

describe('lists of forms and submissions', () => {
  let board: TestBoard;
  let formId: string;
  const plan = (text: string, values: unknown[]) => executedPlan(board.organization.app.sql, text, values);

  beforeAll(async () => {
    board = await aBoard();
    formId = await aForm(board);
    const other = await aForm(board);
    for (const id of [formId, other]) {
      const { body } = await submit(board, id);
      await board.organization.app.sql.query(
        `insert into form_submissions
         select organization_id, 'sub_' || case form_id when $3 then '0' else '1' end || lpad(n::text, 25, '0'), form_id, data, omitted,
           null, case when n % 100 = 0 then 'archived' else 'reviewed' end, null, false, submitted_at, updated_at
         from form_submissions, generate_series(1, $2) n where id = $1`,
        [(body as { submissionId: string }).submissionId, MANY, formId],
      );
    }
    await board.organization.app.sql.query(
      'vacuum (analyze) form_submissions, forms, form_submission_counts',
    );
  });

  it('a page reads its own rows', async () => {
    const first = await plan(LIST_SUBMISSIONS(PAGE).text, [board.organization.id, formId, null]);
    expect(rowsRead(first, 'form_submissions')).toBe(PAGE + 1);
    const middle = `sub_${String(MANY / 2).padStart(26, '0')}`;
    const later = await plan(LIST_SUBMISSIONS(PAGE).text, [board.organization.id, formId, middle]);
    expect(rowsRead(later, 'form_submissions')).toBe(PAGE + 1);
  });

  it('a page of a rare status reads its own rows', async () => {
    const values = [board.organization.id, formId, null, 'archived'];
    const nodes = await plan(LIST_SUBMISSIONS_BY_STATUS(PAGE).text, values);
    expect(rowsRead(nodes, 'form_submissions')).toBe(PAGE + 1);
  });

  it('the list of forms reads no submissions', async () => {
    const nodes = await plan(LIST_FORMS.text, [board.organization.id, board.id]);
    expect(rowsRead(nodes, 'form_submissions')).toBe(0);
    expect(rowsRead(nodes, 'forms')).toBeLessThan(10);
  });
});
