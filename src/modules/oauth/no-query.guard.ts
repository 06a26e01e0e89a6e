import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { OAuthRequestError } from './oauth-request-error';

/** Rejects parameters in the URL (RFC 6749, 2.3.1): proxies log URLs, and the parameters contain secrets. */
@Injectable()
export class NoQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { url } = context.switchToHttp().getRequest<{ url: string }>();
    if (url.includes('?')) {
      throw new OAuthRequestError('invalid_request', 'Send the parameters in the body, none in the URL');
    }
    return true;
  }
}
