import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { guardedCall } from '../access/guarded-call';
import { isJsonType } from './json-type';
import { SCIM_TYPE } from './scim-error-body';

const SCIM = new RegExp(String.raw`^${SCIM_TYPE.replace('+', String.raw`\+`)} *(;|$)`, 'i');

/** SCIM's own type, or plain JSON, which many clients send. */
@Injectable()
export class ScimBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const type = guardedCall(context).request.header('content-type');
    if (type !== undefined && !isJsonType(type) && !SCIM.test(type)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${SCIM_TYPE}`);
    }
    return true;
  }
}
