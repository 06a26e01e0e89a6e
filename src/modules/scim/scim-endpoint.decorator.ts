import { ScimRoute } from '../../rpc/scim-route.decorator';
import { ScimGuard } from './scim.guard';

/** A route for directories, which come with their token. */
export const ScimEndpoint = (): MethodDecorator => ScimRoute(ScimGuard);
