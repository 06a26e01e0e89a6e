import { applyDecorators, HttpCode, UseGuards } from '@nestjs/common';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { NoQueryGuard } from './no-query.guard';

/** An endpoint of OAuth that programs send forms to. Each call counts against the caller's address. */
export const OAuthRoute = (): MethodDecorator =>
  applyDecorators(HttpCode(200), PublicRoute({ accepts: 'form' }), UseGuards(NoQueryGuard));
