import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { AuthenticatedUser } from '../../access/principal';
import { AppSecret } from '../../platform/config/app-secret';
import { isSameSecret } from '../../platform/crypto/constant-time';
import { hmacSha256 } from '../../platform/crypto/digest';

export const FORM_TOKEN_FIELD = 'formToken';

/**
 * A token in each form of a signed-in user, bound to the session. Stops cross-site request forgery where a browser or a
 * proxy removes the headers of the origin check.
 */
@Injectable()
export class FormTokens {
  private readonly keys: readonly { readonly bytes: Uint8Array }[];

  constructor(secret: AppSecret) {
    this.keys = secret.keysFor('form tokens');
  }

  of(person: AuthenticatedUser): string {
    return this.digests(person)[0]!.toString('base64url');
  }

  /** Rejects a form that was not created for this session. */
  check(person: AuthenticatedUser, given: string | undefined): void {
    const bytes = Buffer.from(given ?? '', 'base64url');
    const isOurs = this.digests(person).some((digest) => isSameSecret(bytes, digest));
    if (!isOurs)
      throw new AppError('FORBIDDEN', 'This form has expired; go back, reload the page and try again');
  }

  private digests({ credential }: AuthenticatedUser): Buffer[] {
    return this.keys.map(({ bytes }) => hmacSha256(bytes, credential.id));
  }
}
