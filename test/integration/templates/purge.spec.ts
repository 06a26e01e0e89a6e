import { describe, expect, it } from 'vitest';
import { TemplatePurgeJob } from '../../../src/modules/templates/template-purge.job';
import { aTemplate, type TestTemplate } from '../../support/factories/template.factory';
import { made } from '../../support/factories/workspace.factory';

async function aDeletedTemplate(): Promise<TestTemplate> {
  const template = await aTemplate();
  await made(template.board.organization.owner.client, 'templates.delete', { id: template.id });
  return template;
}

async function contentsOf({ id, board: { organization } }: TestTemplate): Promise<unknown[]> {
  const { rows } = await organization.app.sql.query<{ content: unknown }>(
    'select content from templates where organization_id = $1 and id = $2',
    [organization.id, id],
  );
  return rows.map(({ content }) => content);
}

describe('a deleted template', () => {
  it('leaves an empty row for a day', async () => {
    const template = await aDeletedTemplate();
    expect(await contentsOf(template)).toEqual([{ boards: [] }]);
    const { rows } = await template.board.organization.app.sql.query<{ hours: number }>(
      `select round(extract(epoch from job.run_at - now()) / 3600)::int as hours
       from graphile_worker._private_jobs job where job.payload::jsonb ->> 'templateId' = $1`,
      [template.id],
    );
    expect(rows).toEqual([{ hours: 24 }]);
  });

  it('is then deleted completely, however often the job runs', async () => {
    const template = await aDeletedTemplate();
    const { organization } = template.board;
    const job = organization.app.nest.get(TemplatePurgeJob, { strict: false });
    const payload = { organizationId: organization.id, templateId: template.id };
    await job.perform(payload);
    await job.perform(payload);
    expect(await contentsOf(template)).toEqual([]);
  });
});
