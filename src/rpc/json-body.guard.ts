import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { guardedCall } from '../access/guarded-call';
import { isJsonType } from './json-type';

/** Refuses bodies of any other type: simple cross-site requests cannot send JSON without a preflight. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const type = guardedCall(context).request.header('content-type');
    if (type !== undefined && !isJsonType(type)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json');
    }
    return true;
  }
}
