import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { CallContext } from '../../../access/principal';
import { isDryRun } from '../../../platform/dry-run/dry-run';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { ConnectionsRepository } from './connections.repository';
import { type IdpSettings, readIdpMetadata } from './idp-metadata';
import { MetadataDownloadService } from './metadata-download.service';
import { OidcIssuerService } from '../oidc/oidc-issuer.service';
import { SsoPlanService } from './sso-plan.service';
import type { SsoUpdateInput } from '../sso.schemas';

export interface Prepared {
  slug: string;
  metadata: IdpSettings | null;
  sealedClientSecret: string | null;
}

/** The context that a sealed client secret is bound to. */
export const clientSecretOf = (organizationId: string): string =>
  `sso_connections:${organizationId}:client_secret`;

/** Validates an update before anything is written: external servers are called outside of transactions. */
@Injectable()
export class SsoPreparationService {
  constructor(
    private readonly gate: SsoPlanService,
    private readonly downloads: MetadataDownloadService,
    private readonly box: SecretBox,
    private readonly connections: ConnectionsRepository,
    private readonly issuers: OidcIssuerService,
  ) {}

  async of(
    context: CallContext,
    { metadata, clientSecret, type, issuer }: SsoUpdateInput,
  ): Promise<Prepared> {
    const { slug, organizationId } = await this.gate.check(context);
    if (metadata !== undefined && type === 'oidc') throw InvalidInput.at('metadata', 'Applies to SAML only');
    if (issuer !== undefined) await this.issuers.check(issuer);
    return {
      slug,
      metadata: metadata === undefined ? null : readIdpMetadata(await this.textOf(metadata.trim())),
      sealedClientSecret:
        clientSecret === undefined ? null : await this.sealed(context, organizationId, clientSecret),
    };
  }

  /** The stored sealed text if the secret is unchanged, so that repeating an update changes nothing. */
  private async sealed(context: CallContext, organizationId: string, clientSecret: string): Promise<string> {
    const belongsTo = clientSecretOf(organizationId);
    const stored = (await this.connections.find(context))?.sealedClientSecret ?? null;
    const isSame = stored !== null && this.box.open(stored, belongsTo) === clientSecret;
    return isSame ? stored : this.box.seal(clientSecret, belongsTo);
  }

  private async textOf(metadata: string): Promise<string> {
    if (!/^https?:/i.test(metadata)) return metadata;
    if (isDryRun())
      throw InvalidInput.at('metadata', 'A dry run downloads nothing; send the document itself');
    return this.downloads.download(metadata);
  }
}
