import { type ExecutionContext, Injectable } from '@nestjs/common';
import { assertBodyKind } from '../../../../http/bodies/body-kind';
import { SameOriginGuard } from '../../../../http/pages/same-origin.guard';

interface RawRequest {
  readonly headers: { readonly 'content-type'?: string };
  readonly body: unknown;
}

/** Accepts forms of this server's own page, and signed messages of the identity provider from any site. */
@Injectable()
export class LogoutFormGuard extends SameOriginGuard {
  override canActivate(context: ExecutionContext): boolean {
    const { body, headers } = context.switchToHttp().getRequest<RawRequest>();
    if (carriesForm(body)) return true;
    assertBodyKind('form', headers['content-type']);
    return super.canActivate(context);
  }
}

export function carriesForm(body: unknown): boolean {
  const fields = (body ?? {}) as Record<string, unknown>;
  return fields['SAMLRequest'] !== undefined || fields['SAMLResponse'] !== undefined;
}
