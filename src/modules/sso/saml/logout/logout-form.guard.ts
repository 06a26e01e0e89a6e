import { type ExecutionContext, Injectable } from '@nestjs/common';
import { FormGuard } from '../../../../rpc/pages/form.guard';

/** Takes the form of our own page, and what an identity provider has signed, from wherever it comes. */
@Injectable()
export class LogoutFormGuard extends FormGuard {
  override canActivate(context: ExecutionContext): boolean {
    const { body } = context.switchToHttp().getRequest<{ body: unknown }>();
    return carriesForm(body) || super.canActivate(context);
  }
}

export function carriesForm(body: unknown): boolean {
  const fields = (body ?? {}) as Record<string, unknown>;
  return fields['SAMLRequest'] !== undefined || fields['SAMLResponse'] !== undefined;
}
