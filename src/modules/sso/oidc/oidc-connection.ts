import type { Connection } from '../connections/connection';

/** A connection with complete OpenID Connect settings. */
export type OidcConnection = Connection & {
  type: 'oidc';
  issuer: string;
  clientId: string;
  sealedClientSecret: string;
};

export function isOidcConnection(connection: Connection | null): connection is OidcConnection {
  return (
    connection?.type === 'oidc' &&
    connection.issuer !== null &&
    connection.clientId !== null &&
    connection.sealedClientSecret !== null
  );
}
