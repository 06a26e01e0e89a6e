import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { InvalidInput } from '../kernel/app-error';
import { guardedCall } from '../access/guarded-call';

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Takes forms that programs send. Not in the address: what stands there is logged on the way, secrets too. */
@Injectable()
export class FormBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { request } = guardedCall(context);
    if (!FORM_TYPE.test(request.header('content-type') ?? '')) {
      throw InvalidInput.at('', 'Send the parameters as application/x-www-form-urlencoded');
    }
    const { url } = context.switchToHttp().getRequest<{ url: string }>();
    if (url.includes('?')) throw InvalidInput.at('', 'Send the parameters in the body, none in the address');
    return true;
  }
}
