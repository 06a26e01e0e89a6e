export { ApiReferenceModule } from './api-reference.module';
export { openApiDocument } from './openapi/openapi-document';
export { type JsonSchema, wireSchemaOf } from './json-schema';
