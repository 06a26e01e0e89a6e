import pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ImportUploadEntity } from '../../../../src/modules/exchange/uploads/import-upload.entity';
import { Database, NO_TRANSACTION } from '../../../../src/platform/database/database';
import { sqlState } from '../../../../src/platform/database/database-errors';
import { TransactionRunner } from '../../../../src/platform/database/transaction-runner';
import { anOrganization } from '../../../support/factories/organization.factory';

describe('the repository of an entity', () => {
  let database: Database;
  let transactions: TransactionRunner;
  let organizationId: string;

  beforeAll(async () => {
    const { app, id } = await anOrganization();
    organizationId = id;
    database = app.nest.get(Database, { strict: false });
    transactions = app.nest.get(TransactionRunner, { strict: false });
  });
  afterEach(() => vi.restoreAllMocks());

  const upload = (storageKey: string) => ({ organizationId, storageKey, createdAt: new Date() });
  const exists = (storageKey: string) =>
    database.repository(NO_TRANSACTION, ImportUploadEntity).existsBy({ organizationId, storageKey });

  it('writes in the transaction of the context', async () => {
    const failed = transactions.run(NO_TRANSACTION, async (tx) => {
      await database.repository(tx, ImportUploadEntity).insert(upload('rolled-back'));
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await exists('rolled-back')).toBe(false);

    await transactions.run(NO_TRANSACTION, (tx) =>
      database.repository(tx, ImportUploadEntity).insert(upload('committed')),
    );
    expect(await exists('committed')).toBe(true);
  });

  it('sends one named statement per call', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const uploads = database.repository(NO_TRANSACTION, ImportUploadEntity);
    await uploads.insert(upload('counted'));
    await uploads.update({ organizationId, storageKey: 'counted' }, { createdAt: new Date() });
    expect(await uploads.findOneBy({ organizationId, storageKey: 'counted' })).not.toBeNull();
    await uploads.delete({ organizationId, storageKey: 'counted' });
    const sent = (query.mock.calls as unknown as [{ name: string; text?: string }][])
      .map(([{ name, text = '' }]) => ({ name, text }))
      .filter(({ text }) => text.includes('import_uploads'));
    expect(sent.map(({ text }) => text.split(' ')[0])).toEqual(['INSERT', 'UPDATE', 'SELECT', 'DELETE']);
    expect(sent.every(({ name }) => name.startsWith('entity:'))).toBe(true);
  });

  it('reports how many rows a write changed', async () => {
    const uploads = database.repository(NO_TRANSACTION, ImportUploadEntity);
    await uploads.insert([upload('first'), upload('second')]);
    expect(await uploads.delete({ organizationId, storageKey: 'first' })).toMatchObject({ affected: 1 });
    expect(await uploads.delete({ organizationId, storageKey: 'first' })).toMatchObject({ affected: 0 });
  });

  it('fails with the error of the driver', async () => {
    const uploads = database.repository(NO_TRANSACTION, ImportUploadEntity);
    await uploads.insert(upload('twice'));
    const error = await uploads.insert(upload('twice')).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(pg.DatabaseError);
    expect(sqlState(error)).toBe('23505');
  });

  it('rejects a condition without a value, which would find the rows of others', async () => {
    const uploads = database.repository(NO_TRANSACTION, ImportUploadEntity);
    const missing = { organizationId: undefined, storageKey: 'first' };
    await expect(uploads.findOneBy(missing)).rejects.toThrow('Undefined value');
    await expect(uploads.delete(missing)).rejects.toThrow('Undefined value');
    await expect(uploads.update(missing, { createdAt: new Date() })).rejects.toThrow('Undefined value');
  });
});
