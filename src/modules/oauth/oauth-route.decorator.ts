import { applyDecorators, HttpCode, UseGuards } from '@nestjs/common';
import { PublicRoute } from '../../http/routes/http-route.decorators';
import { NoQueryGuard } from './no-query.guard';

/** An OAuth endpoint to which programs post forms. Each call counts against the caller's IP address. */
export const OAuthRoute = (): MethodDecorator =>
  applyDecorators(HttpCode(200), PublicRoute({ accepts: 'form' }), UseGuards(NoQueryGuard));
