import { certificateFacts } from './certificate';
import type { Connection } from './connection';
import { NEW_CONNECTION } from './connection-changes';
import type { DomainRow } from './domains.repository';
import { proofName } from './proof-name';
import type { ServiceProvider } from './service-provider';
import type { ConnectionOutput, DomainOutput } from './sso.schemas';

/** Without the client secret, which nobody is shown. */
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
