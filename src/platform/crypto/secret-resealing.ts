import { Injectable } from '@nestjs/common';
import { Log } from '../logging/log';
import { inBatches } from '../schedule/in-batches';
import { SecretBox, SecretUnreadable } from './secret-box';

interface Sealed {
  readonly sealed: string;
}

/** One kind of stored secrets, and how to replace them. */
export interface StoredSecrets<Row extends Sealed> {
  /** In the log when one cannot be read: 'a second factor'. */
  noun: string;
  /** The next secrets after `last` that do not start with the prefix; an empty list at the end. */
  find(prefix: string, last: Row | null): Promise<Row[]>;
  belongsTo(row: Row): string;
  /** Replaces the secret unless it has changed since it was read: it is then sealed with the current key. */
  replace(row: Row, resealed: string): Promise<unknown>;
  /** The owner for the log. */
  ownerOf(row: Row): Record<string, string>;
}

/** What became of the secrets that were not sealed with the current key. */
export interface Resealed {
  /** Sealed with the current key; in a dry run, those that can be. */
  resealed: number;
  /** Neither APP_SECRET nor APP_SECRET_PREVIOUS opens them. */
  unreadable: number;
}

/** Seals with the current APP_SECRET what a previous one sealed, so that the previous one can be removed. */
@Injectable()
export class SecretResealing {
  private readonly kinds: StoredSecrets<Sealed>[] = [];

  constructor(
    private readonly box: SecretBox,
    private readonly log: Log,
  ) {}

  /** Modules that store secrets register them when they start. */
  register<Row extends Sealed>(secrets: StoredSecrets<Row>): StoredSecrets<Row> {
    this.kinds.push(secrets as unknown as StoredSecrets<Sealed>);
    return secrets;
  }

  get registered(): readonly StoredSecrets<Sealed>[] {
    return this.kinds;
  }

  /** Stops between two batches when the signal is aborted; a later run continues. */
  async run<Row extends Sealed>(secrets: StoredSecrets<Row>, signal: AbortSignal): Promise<Resealed> {
    const result = { resealed: 0, unreadable: 0 };
    await this.eachDue(secrets, signal, async (row) => {
      if (await this.reseal(secrets, row)) result.resealed += 1;
      else result.unreadable += 1;
    });
    return result;
  }

  /** What `run` would do, without any change. */
  async count<Row extends Sealed>(secrets: StoredSecrets<Row>, signal: AbortSignal): Promise<Resealed> {
    const result = { resealed: 0, unreadable: 0 };
    await this.eachDue(secrets, signal, (row) => {
      if (this.opened(row.sealed, secrets.belongsTo(row)) === null) result.unreadable += 1;
      else result.resealed += 1;
    });
    return result;
  }

  private async eachDue<Row extends Sealed>(
    secrets: StoredSecrets<Row>,
    signal: AbortSignal,
    visit: (row: Row) => void | Promise<void>,
  ): Promise<void> {
    let last: Row | null = null;
    await inBatches(async () => {
      const rows: Row[] = await secrets.find(this.box.presentPrefix, last);
      for (const row of rows) await visit(row);
      last = rows.at(-1) ?? last;
      return rows.length;
    }, signal);
  }

  /** False for a secret that is lost. The remaining secrets are still resealed. */
  private async reseal<Row extends Sealed>(
    { noun, belongsTo, replace, ownerOf }: StoredSecrets<Row>,
    row: Row,
  ): Promise<boolean> {
    const owner = belongsTo(row);
    const plain = this.opened(row.sealed, owner);
    if (plain === null) {
      this.log.error(`${noun} cannot be read with APP_SECRET or APP_SECRET_PREVIOUS`, ownerOf(row));
      return false;
    }
    await replace(row, this.box.seal(plain, owner));
    return true;
  }

  private opened(sealed: string, owner: string): string | null {
    try {
      return this.box.open(sealed, owner);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      return null;
    }
  }
}
