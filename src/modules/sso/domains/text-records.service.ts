import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks up TXT records. */
@Injectable()
export class TextRecordsService {
  private readonly resolver = new Resolver({ timeout: 3_000, tries: 2 });

  /** Empty if there are none; null if no name server responds. */
  async of(name: string): Promise<string[] | null> {
    try {
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  }
}
