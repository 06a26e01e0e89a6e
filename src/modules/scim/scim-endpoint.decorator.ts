import { applyDecorators, Header } from '@nestjs/common';
import { ClientRoute } from '../../http/routes/http-route.decorators';
import { SCIM_CONTENT_TYPE, SCIM_MEDIA_TYPE } from './scim-media-type';
import { ScimGuard } from './scim.guard';

/** The limit that ServiceProviderConfig reports: enough for a group of several thousand members in one request. */
export const SCIM_BODY_MAX_BYTES = 1024 * 1024;

/** A route for directories, which authenticate with their SCIM token. */
export const ScimEndpoint = (): MethodDecorator =>
  applyDecorators(
    Header('content-type', SCIM_CONTENT_TYPE),
    ClientRoute({
      guard: ScimGuard,
      caller: 'a directory, by its SCIM token',
      accepts: SCIM_MEDIA_TYPE,
      maxBytes: SCIM_BODY_MAX_BYTES,
    }),
  );
