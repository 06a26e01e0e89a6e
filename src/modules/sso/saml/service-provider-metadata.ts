import { html } from '../../../rpc/pages/html';
import type { ServiceProvider } from '../service-provider';

/** What identity providers read to know this organization: its name, and where signed answers are to be sent. */
export function serviceProviderMetadata({ entityId, acsUrl }: ServiceProvider): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
      <md:SPSSODescriptor
        AuthnRequestsSigned="false"
        WantAssertionsSigned="true"
        protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"
      >
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
