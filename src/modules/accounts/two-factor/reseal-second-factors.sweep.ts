import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Log } from '../../../platform/logging/log';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { SecretBox, SecretUnreadable } from '../../../platform/crypto/secret-box';
import { AuthenticatorKeysService } from './authenticator-keys.service';

interface SealedFactor {
  userId: UserId;
  sealedKey: string;
}

const FIND = statement(
  'second-factors.find-sealed-before',
  `select user_id as "userId", sealed_key as "sealedKey" from second_factors
   where not starts_with(sealed_key, $1) and user_id > $2 order by user_id limit 200`,
);

// A key that was replaced in the meantime is already sealed with the current key.
const RESEAL = statement(
  'second-factors.reseal',
  'update second_factors set sealed_key = $3 where user_id = $1 and sealed_key = $2 returning 1',
);

/** Reseals with the current APP_SECRET what the previous one sealed, so that the previous one can be removed. */
@Scheduled({ name: 'accounts.reseal-second-factors', everyMinutes: 60 })
@Injectable()
export class ResealSecondFactorsSweep implements ScheduledWork {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly keys: AuthenticatorKeysService,
    private readonly log: Log,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let last = '';
    await inBatches(async () => {
      const values = [this.box.presentPrefix, last];
      const rows = await this.database.query<SealedFactor>(NO_TRANSACTION, FIND, values);
      for (const row of rows) await this.reseal(row);
      last = rows.at(-1)?.userId ?? last;
      return rows.length;
    }, signal);
  }

  private async reseal({ userId, sealedKey }: SealedFactor): Promise<void> {
    try {
      const resealed = this.keys.seal(this.keys.open(sealedKey, userId), userId);
      await this.database.query(NO_TRANSACTION, RESEAL, [userId, sealedKey, resealed]);
    } catch (error) {
      // The secret cannot be opened any more. The remaining secrets are still resealed.
      if (!(error instanceof SecretUnreadable)) throw error;
      this.log.error('a second factor cannot be read with APP_SECRET or APP_SECRET_PREVIOUS', { userId });
    }
  }
}
