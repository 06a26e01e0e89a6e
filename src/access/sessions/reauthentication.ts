import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { AuthenticatedUser } from '../principal';

/** What a user provides to prove that the session is still theirs. */
export interface UserEvidence {
  password?: string | undefined;
  /** Of the authenticator, or a recovery code. */
  code?: string | undefined;
}

/** A successful check. */
export interface UserProof {
  /** Consumes a code. Throws if it was consumed in the meantime. */
  use(tx: InTransaction<DatabaseContext>): Promise<void>;
}

/** The check before actions that an attacker in a session must not be able to take; implemented by accounts. */
export abstract class Reauthentication {
  /**
   * Throws unless the password or the code is right, or the session was started within ten minutes. Tokens have no password
   * and are not asked for one. Slow: never call this in a transaction.
   */
  abstract check(person: AuthenticatedUser, evidence: UserEvidence): Promise<UserProof>;
}
