import { html } from '../../../http/pages/html';
import type { KeyPair, KeyPurpose } from '../keys/key-pair';
import type { ServiceProvider } from '../connections/service-providers.service';
import { NAMESPACES } from '../xml';
import { ENCRYPTION_METHODS, type EncryptionMethod } from './encrypted-assertion';

type Certificate = Pick<KeyPair, 'certificate'>;

interface PublishedSettings extends Readonly<Record<KeyPurpose, Certificate>> {
  readonly signsRequests: boolean;
}

/** The SAML metadata of an organization: its entity ID, keys and endpoints. */
export function serviceProviderMetadata(
  { entityId, acsUrl, logoutUrl }: ServiceProvider,
  { signing, encryption, signsRequests }: PublishedSettings,
): string {
  const logouts = ['HTTP-Redirect', 'HTTP-POST'].map(
    (binding) =>
      html`<md:SingleLogoutService
        Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}"
        Location="${logoutUrl}"
      />`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<md:EntityDescriptor
      xmlns:md="${NAMESPACES.metadata}"
      xmlns:ds="${NAMESPACES.signature}"
      xmlns:xenc11="${NAMESPACES.encryption11}"
      entityID="${entityId}"
    >
      <md:SPSSODescriptor
        AuthnRequestsSigned="${String(signsRequests)}"
        WantAssertionsSigned="true"
        protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
      >
        <md:KeyDescriptor use="signing">${keyInfo(signing)}</md:KeyDescriptor>
        <md:KeyDescriptor use="encryption"
          >${keyInfo(encryption)}${ENCRYPTION_METHODS.map(encryptionMethod)}</md:KeyDescriptor
        >
        ${logouts}
        <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
        <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
        <md:AssertionConsumerService
          Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
          Location="${acsUrl}"
          index="0"
          isDefault="true"
        />
      </md:SPSSODescriptor>
    </md:EntityDescriptor>`.text
  }\n`;
}

function keyInfo({ certificate }: Certificate) {
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  return html`<ds:KeyInfo
    ><ds:X509Data><ds:X509Certificate>${base64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo
  >`;
}

function encryptionMethod({ algorithm, digest, mask }: EncryptionMethod) {
  return html`<md:EncryptionMethod Algorithm="${algorithm}"
    >${digest && html`<ds:DigestMethod Algorithm="${digest}" />`}${
      mask && html`<xenc11:MGF Algorithm="${mask}" />`
    }</md:EncryptionMethod
  >`;
}
