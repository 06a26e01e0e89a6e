import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { DEFAULT_CHANNELS, NOTIFICATION_KINDS } from '../notification-kinds';
import { PreferencesChanged } from '../notifications.errors';
import type { PreferencesOutput, PreferencesUpdateInput } from '../notifications.schemas';
import { PreferencesRepository, type StoredPreference } from './preferences.repository';

/** How a user receives notifications in an organization. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly preferences: PreferencesRepository,
  ) {}

  async get(context: CallContext): Promise<PreferencesOutput> {
    return complete(await this.preferences.find(context, context.principal.userId));
  }

  update(
    context: CallContext,
    { preferences: given, expectedUpdatedAt }: PreferencesUpdateInput,
  ): Promise<PreferencesOutput> {
    return this.transactions.run(context, async (tx) => {
      const { userId } = tx.principal;
      const before = complete(await this.preferences.lock(tx, userId));
      if (expectedUpdatedAt && expectedUpdatedAt.toISOString() !== before.updatedAt)
        throw new PreferencesChanged();
      const changed = NOTIFICATION_KINDS.flatMap((kind) => {
        const channels = given[kind];
        if (channels === undefined) return [];
        const { inApp = before.preferences[kind].inApp, email = before.preferences[kind].email } = channels;
        return [{ kind, inApp, email }];
      });
      await this.preferences.set(tx, userId, changed);
      return complete(await this.preferences.find(tx, userId));
    });
  }
}

function complete(stored: readonly StoredPreference[]): PreferencesOutput {
  const preferences = structuredClone(DEFAULT_CHANNELS) as PreferencesOutput['preferences'];
  for (const { kind, inApp, email } of stored) {
    // Another release may have stored kinds that this one does not have.
    if (kind in preferences) preferences[kind] = { inApp, email };
  }
  const times = stored.map(({ updatedAt }) => updatedAt).sort();
  return { preferences, updatedAt: times.at(-1) ?? null };
}
