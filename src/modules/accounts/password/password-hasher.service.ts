import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../../kernel/app-error';

/**
 * Argon2id with the specification's cost ("Authentication", "Methods"). The library's enum is not usable
 * across modules.
 */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 65_536, timeCost: 3, parallelism: 4, outputLen: 32 };

/** Each hash takes 64 MiB and about 60 ms on two cores: the limit bounds memory (decision 0010). */
const CONCURRENCY = 2;
/** About three seconds of work. Further requests are rejected rather than queued. */
const MAX_QUEUE = 50;
const RETRY_AFTER_SECONDS = 3;

/** A hash of a discarded random password, with the same cost as every other hash. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=65536,t=3,p=4$ZeHl3AuvQxfhXW/TnRSswQ$QuRGryc/VYrCAzdNJ2cYox76sHsB4cK+v2aRdJ0fc/E';

export class TooManySignIns extends AppError {
  constructor() {
    super('TOO_MANY_REQUESTS', 'Too many sign-ins at the moment; try again shortly', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Hashes and checks passwords with bounded concurrency and a bounded queue. */
@Injectable()
export class PasswordHasherService {
  private readonly limit = pLimit(CONCURRENCY);

  hash(password: string): Promise<string> {
    return this.queued(() => hash(composed(password), COST));
  }

  /**
   * Without a hash (unknown e-mail, account without a password), does the same work, so that the time reveals
   * nothing.
   */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await this.queued(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
    return isRight && passwordHash !== null;
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= MAX_QUEUE) throw new TooManySignIns();
    return this.limit(work);
  }
}

/** Normalizes as RFC 8265 requires: keyboards compose accents differently. Nothing else is changed. */
function composed(password: string): string {
  return password.normalize('NFC');
}
