import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import { Scheduled, type ScheduledWork } from '../../../platform/schedule/scheduled.decorator';
import { SecretResealing, type StoredSecrets } from '../../../platform/crypto/secret-resealing';
import { authenticatorKeyOf } from './authenticator-keys.service';

interface SealedFactor {
  userId: UserId;
  sealed: string;
}

const FIND = statement(
  'second-factors.find-sealed-before',
  `select user_id as "userId", sealed_key as sealed from second_factors
   where not starts_with(sealed_key, $1) and user_id > $2 order by user_id limit 200`,
);

const RESEAL = statement(
  'second-factors.reseal',
  'update second_factors set sealed_key = $3 where user_id = $1 and sealed_key = $2 returning 1',
);

@Scheduled({ name: 'accounts.reseal-second-factors', everyMinutes: 60 })
@Injectable()
export class ResealSecondFactorsSweep implements ScheduledWork {
  private readonly secrets: StoredSecrets<SealedFactor>;

  constructor(
    database: Database,
    private readonly resealing: SecretResealing,
  ) {
    this.secrets = resealing.register<SealedFactor>({
      noun: 'a second factor',
      find: (prefix, last) => database.query(NO_TRANSACTION, FIND, [prefix, last?.userId ?? '']),
      belongsTo: ({ userId }) => authenticatorKeyOf(userId),
      replace: ({ userId, sealed }, resealed) =>
        database.query(NO_TRANSACTION, RESEAL, [userId, sealed, resealed]),
      ownerOf: ({ userId }) => ({ userId }),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.resealing.run(this.secrets, signal);
  }
}
