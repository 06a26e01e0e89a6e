import { Resolver } from 'node:dns/promises';
import { Injectable } from '@nestjs/common';

const NOTHING_THERE = new Set(['ENOTFOUND', 'ENODATA']);

/** What the DNS says of a name in text. */
@Injectable()
export class TextRecords {
  private readonly resolver = new Resolver({ timeout: 3_000, tries: 2 });

  /** Empty when there are none; null when nobody answers. */
  async of(name: string): Promise<string[] | null> {
    try {
      return (await this.resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING_THERE.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
    }
  }
}
