import { COUNT_MAX } from '../resources/list-query';
import { RESOURCE_SCHEMAS } from './resource-schemas';
import { SCHEMAS } from '../resources/schema-names';
import { SCIM_BODY_MAX_BYTES } from '../scim-endpoint.decorator';

/** The SCIM features that this service supports (RFC 7643, section 5). */
export function serviceProviderConfig(endpoint: string) {
  return {
    schemas: [SCHEMAS.serviceProviderConfig],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: SCIM_BODY_MAX_BYTES },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'SCIM token',
        description: 'A token created with scim.tokens.create, sent as Authorization: Bearer',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${endpoint}/ServiceProviderConfig` },
  };
}

export function resourceTypes(endpoint: string) {
  return (
    [
      ['User', 'Users', SCHEMAS.user],
      ['Group', 'Groups', SCHEMAS.group],
    ] as const
  ).map(([id, path, schema]) => ({
    schemas: [SCHEMAS.resourceType],
    id,
    name: id,
    endpoint: `/${path}`,
    schema,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${endpoint}/ResourceTypes/${id}` },
  }));
}

export function resourceSchemas(endpoint: string) {
  return RESOURCE_SCHEMAS.map((schema) => ({
    schemas: [SCHEMAS.schema],
    ...schema,
    meta: { resourceType: 'Schema', location: `${endpoint}/Schemas/${schema.id}` },
  }));
}
