import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../kernel/app-error';

/** Argon2id with the specification's cost ("Authentication", "Methods"). Its enum is not usable across modules. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 65_536, timeCost: 3, parallelism: 4, outputLen: 32 };

/** Each hash takes 64 MiB and some 60 ms of two cores: more at once need memory without end (decision 0010). */
const AT_ONCE = 2;
/** About three seconds of work; who comes later is better told to come back than kept waiting. */
const MOST_WAITING = 50;
const RETRY_AFTER_SECONDS = 3;

/** A hash of a random password that was thrown away, of the same cost as every other. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=65536,t=3,p=4$ZeHl3AuvQxfhXW/TnRSswQ$QuRGryc/VYrCAzdNJ2cYox76sHsB4cK+v2aRdJ0fc/E';

export class TooManySignIns extends AppError {
  constructor() {
    super('TOO_MANY_REQUESTS', 'Too many people are signing in at this moment; try again shortly', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Hashes and checks passwords, a few at a time, refusing early what would wait too long. */
@Injectable()
export class PasswordHasher {
  private readonly limit = pLimit(AT_ONCE);

  hash(password: string): Promise<string> {
    return this.queued(() => hash(composed(password), COST));
  }

  /** Without a hash (unknown e-mail, account without a password) the same work is done, so that time tells nothing. */
  async verify(passwordHash: string | null, password: string): Promise<boolean> {
    const isRight = await this.queued(() => verify(passwordHash ?? NOBODYS_HASH, composed(password)));
    return isRight && passwordHash !== null;
  }

  private async queued<T>(work: () => Promise<T>): Promise<T> {
    if (this.limit.pendingCount >= MOST_WAITING) throw new TooManySignIns();
    return this.limit(work);
  }
}

/** Keyboards compose accents differently: a password is the same on each, as RFC 8265 has it. Nothing else is changed. */
function composed(password: string): string {
  return password.normalize('NFC');
}
