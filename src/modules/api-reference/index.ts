export { ApiReferenceModule } from './api-reference.module';
export { openApiDocument } from './openapi/openapi-document';
export { wireSchemaOf } from './json-schema';
