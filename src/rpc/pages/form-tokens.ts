import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { Person } from '../../access/principal';
import { AppSecret } from '../../platform/config/app-secret';

export const FORM_TOKEN_FIELD = 'formToken';

/**
 * A token in each form that acts for somebody who is signed in, bound to their session: the origin check stops other
 * sites already, this stops what a browser or a proxy may lose on the way.
 */
@Injectable()
export class FormTokens {
  private readonly keys: readonly { readonly bytes: Uint8Array }[];

  constructor(secret: AppSecret) {
    this.keys = secret.keysFor('form tokens');
  }

  of(person: Person): string {
    return this.digests(person)[0]!.toString('base64url');
  }

  /** Refuses a form that was not made for this session. */
  check(person: Person, given: string | undefined): void {
    const bytes = Buffer.from(given ?? '', 'base64url');
    const isOurs = this.digests(person).some(
      (digest) => digest.length === bytes.length && timingSafeEqual(digest, bytes),
    );
    if (!isOurs)
      throw new AppError('FORBIDDEN', 'This form is out of date: go back, load it anew and try again');
  }

  private digests({ credential }: Person): Buffer[] {
    return this.keys.map(({ bytes }) => createHmac('sha256', bytes).update(credential.id).digest());
  }
}
