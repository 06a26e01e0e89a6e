import { certificateFacts } from './connections/certificate';
import type { Connection } from './connections/connection';
import { NEW_CONNECTION } from './connections/connection-changes';
import type { DomainRow } from './domains/domains.repository';
import { proofName } from './domains/proof-name';
import type { ServiceProvider } from './connections/service-providers.service';
import type { ConnectionOutput, DomainOutput } from './sso.schemas';

/** The client secret is never returned. */
export function presentConnection(
  connection: Connection | null,
  enforced: boolean,
  serviceProvider: ServiceProvider,
): ConnectionOutput {
  const given = connection ?? { ...NEW_CONNECTION, updatedAt: null };
  const { sealedClientSecret: _secret, sloResponseUrl: _sloResponseUrl, ...shown } = given;
  return {
    ...shown,
    type: connection === null ? null : connection.type,
    certificateDetails: shown.certificates.map(certificateFacts),
    enforced,
    serviceProvider,
  };
}

export function presentDomain({ proof, ...row }: DomainRow): DomainOutput {
  return { ...row, record: { type: 'TXT', name: proofName(row.domain), value: proof } };
}
