import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { CallContext } from '../../access/principal';
import { SecretBox } from '../../platform/secrets/secret-box';
import { type IdpSettings, readIdpMetadata } from './idp-metadata';
import { MetadataDownload } from './metadata-download';
import { OidcIssuer } from './oidc/oidc-issuer';
import { PlanGate } from './plan-gate';
import type { SsoUpdateInput } from './sso.schemas';

export interface Prepared {
  slug: string;
  metadata: IdpSettings | null;
  sealedClientSecret: string | null;
}

/** What a sealed client secret is bound to. */
export const clientSecretOf = (organizationId: string): string =>
  `sso_connections:${organizationId}:client_secret`;

/** What an update needs before anything is written: other people's servers are asked outside of transactions. */
@Injectable()
export class SsoPreparation {
  constructor(
    private readonly gate: PlanGate,
    private readonly downloads: MetadataDownload,
    private readonly box: SecretBox,
    private readonly issuers: OidcIssuer,
  ) {}

  async of(
    context: CallContext,
    { metadata, clientSecret, type, issuer }: SsoUpdateInput,
  ): Promise<Prepared> {
    const { slug, organizationId } = await this.gate.check(context);
    if (metadata !== undefined && type === 'oidc') throw InvalidInput.at('metadata', 'Is for SAML');
    if (issuer !== undefined) await this.issuers.check(issuer);
    return {
      slug,
      metadata: metadata === undefined ? null : readIdpMetadata(await this.textOf(metadata.trim())),
      sealedClientSecret:
        clientSecret === undefined ? null : this.box.seal(clientSecret, clientSecretOf(organizationId)),
    };
  }

  private async textOf(metadata: string): Promise<string> {
    return /^https?:/i.test(metadata) ? this.downloads.download(metadata) : metadata;
  }
}
