import { Injectable } from '@nestjs/common';
import { Log } from '../logging/log';
import { inBatches } from '../schedule/in-batches';
import { SecretBox, SecretUnreadable } from './secret-box';

/** One kind of stored secrets, and how to replace them. */
export interface StoredSecrets<Row extends { readonly sealed: string }> {
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

/** Seals with the current APP_SECRET what a previous one sealed, so that the previous one can be removed. */
@Injectable()
export class SecretResealing {
  constructor(
    private readonly box: SecretBox,
    private readonly log: Log,
  ) {}

  async run<Row extends { readonly sealed: string }>(
    secrets: StoredSecrets<Row>,
    signal: AbortSignal,
  ): Promise<void> {
    let last: Row | null = null;
    await inBatches(async () => {
      const rows: Row[] = await secrets.find(this.box.presentPrefix, last);
      for (const row of rows) await this.reseal(secrets, row);
      last = rows.at(-1) ?? last;
      return rows.length;
    }, signal);
  }

  private async reseal<Row extends { readonly sealed: string }>(
    { noun, belongsTo, replace, ownerOf }: StoredSecrets<Row>,
    row: Row,
  ): Promise<void> {
    const owner = belongsTo(row);
    try {
      await replace(row, this.box.seal(this.box.open(row.sealed, owner), owner));
    } catch (error) {
      // This secret is lost. The remaining secrets are still resealed.
      if (!(error instanceof SecretUnreadable)) throw error;
      this.log.error(`${noun} cannot be read with APP_SECRET or APP_SECRET_PREVIOUS`, ownerOf(row));
    }
  }
}
