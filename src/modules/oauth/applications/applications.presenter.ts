import type { ApplicationEntity } from './application.entity';
import type { ApplicationOutput } from './applications.schemas';

export function presentApplication(application: ApplicationEntity): ApplicationOutput {
  const { id, name, clientId, redirectUris, scopes, createdBy, createdAt, updatedAt } = application;
  return {
    id,
    name,
    clientId,
    redirectUris,
    scopes,
    public: application.secretDigest === null,
    createdBy,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
