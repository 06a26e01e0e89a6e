import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { Authenticator } from '../../access/authenticator';
import { guardedCall } from '../../access/guarded-call';

const FORM_TYPE = /^application\/x-www-form-urlencoded *(;|$)/i;

/** Takes forms, of our own pages only: no other site may sign somebody in, or act for who is signed in. */
@Injectable()
export class FormGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  canActivate(context: ExecutionContext): boolean {
    const { request } = guardedCall(context);
    if (request.method !== 'POST') return true;
    if (!FORM_TYPE.test(request.header('content-type') ?? '')) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded');
    }
    this.authenticator.refuseForeignOrigin(request);
    return true;
  }
}
