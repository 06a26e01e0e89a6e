import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../kernel/app-error';
import { guardedCall } from '../access/guarded-call';

const MULTIPART = /^multipart\/form-data\s*(;|$)/i;

/** The guard of routes that take forms with a file. Browsers send these across sites: the origin was judged before. */
@Injectable()
export class MultipartBodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const type = guardedCall(context).request.header('content-type');
    if (type === undefined || !MULTIPART.test(type)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as multipart/form-data');
    }
    return true;
  }
}
