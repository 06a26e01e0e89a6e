import { Controller, Get, Param } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { RecordNotFound } from '../../hierarchy';
import { ScimResponsesService } from '../scim-responses.service';
import { scimContext } from '../scim-client';
import { ScimEndpoint } from '../scim-endpoint.decorator';
import { resourceSchemas, resourceTypes, serviceProviderConfig } from './service-description';

/** The discovery endpoints, which directories call first (RFC 7644, section 4). */
@Controller('api/scim/v2')
export class ScimDiscoveryHttpController {
  constructor(private readonly answers: ScimResponsesService) {}

  @Get('ServiceProviderConfig')
  @ScimEndpoint()
  config(@Call() call: GuardedCall) {
    return serviceProviderConfig(this.endpoint(call));
  }

  @Get('ResourceTypes')
  @ScimEndpoint()
  types(@Call() call: GuardedCall) {
    return this.all(resourceTypes(this.endpoint(call)));
  }

  @Get('ResourceTypes/:id')
  @ScimEndpoint()
  type(@Call() call: GuardedCall, @Param('id') id: string) {
    return found(resourceTypes(this.endpoint(call)), id);
  }

  @Get('Schemas')
  @ScimEndpoint()
  schemas(@Call() call: GuardedCall) {
    return this.all(resourceSchemas(this.endpoint(call)));
  }

  @Get('Schemas/:id')
  @ScimEndpoint()
  schema(@Call() call: GuardedCall, @Param('id') id: string) {
    return found(resourceSchemas(this.endpoint(call)), id);
  }

  private endpoint({ request }: GuardedCall): string {
    return this.answers.endpoint(scimContext(request));
  }

  private all(resources: readonly object[]) {
    return this.answers.page(1, resources.length, resources);
  }
}

function found<T extends { id: string }>(resources: readonly T[], id: string): T {
  const resource = resources.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (resource === undefined) throw new RecordNotFound('resource');
  return resource;
}
