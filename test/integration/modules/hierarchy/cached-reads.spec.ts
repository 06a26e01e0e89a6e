import { expect, it } from 'vitest';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { statement } from '../../../../src/platform/database/statement';
import { HierarchyService, organizationTopic } from '../../../../src/modules/hierarchy';
import { anOrganization } from '../../../support/factories/organization.factory';

const MOVE_CLOCK = statement(
  'test.move-clock',
  `update organizations set timezone = 'Asia/Tokyo' where id = $1`,
);

it('does not cache a calendar that a transaction read and rolled back', async () => {
  const { app, id } = await anOrganization();
  const hierarchy = app.nest.get(HierarchyService, { strict: false });
  const context = { ...NO_TRANSACTION, organizationId: id, requestId: 'cached-reads' };
  const rolledBack = new Error('rolled back');
  const inside: string[] = [];
  await expect(
    app.nest.get(TransactionRunner, { strict: false }).run(context, async (transaction) => {
      await app.nest.get(Database, { strict: false }).query(transaction, MOVE_CLOCK, [id]);
      transaction.transaction.invalidate(organizationTopic(id));
      inside.push((await hierarchy.calendar(transaction)).timeZone);
      throw rolledBack;
    }),
  ).rejects.toThrow(rolledBack);
  expect(inside).toEqual(['Asia/Tokyo']);
  expect((await hierarchy.calendar(context)).timeZone).toBe('UTC');
});
