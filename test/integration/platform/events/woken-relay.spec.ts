import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_TRANSACTION } from '../../../../src/platform/database/database';
import { ProcessSignals } from '../../../../src/platform/database/process-signals';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { Outbox } from '../../../../src/platform/events/outbox';
import { itemsEvents } from '../../../../src/modules/items/items.events';
import { newId } from '../../../../src/kernel/ids';
import { startApp, type TestApp } from '../../../support/app';

describe('the commit of a transaction', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  async function wakesOf(work: (transactions: TransactionRunner) => Promise<unknown>): Promise<number> {
    let count = 0;
    const end = app.nest.get(ProcessSignals, { strict: false }).listen('outbox', () => (count += 1));
    await work(app.nest.get(TransactionRunner, { strict: false }));
    end();
    return count;
  }

  it('wakes the relay, unless it is quiet', async () => {
    const nothing = () => Promise.resolve();
    expect(await wakesOf((transactions) => transactions.run(NO_TRANSACTION, nothing))).toBe(1);
    expect(await wakesOf((transactions) => transactions.runQuietly(NO_TRANSACTION, nothing))).toBe(0);
  });

  it('wakes the relay for an event of a quiet transaction', async () => {
    const context = {
      ...NO_TRANSACTION,
      organizationId: newId('organization'),
      person: { userId: newId('user') },
    };
    const place = { boardId: newId('board'), itemId: newId('item') };
    const event = itemsEvents.archived.create({}, place);
    const outbox = app.nest.get(Outbox, { strict: false });
    expect(
      await wakesOf((transactions) => transactions.runQuietly(context, (tx) => outbox.append(tx, event))),
    ).toBe(1);
  });
});
