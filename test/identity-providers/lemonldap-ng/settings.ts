import { signingKey } from '../../support/identity-provider/self-signed';

/** As in docs/sso.md: the options of a SAML service provider that Trestle works with. */
const SAML_OPTIONS_OF_THE_GUIDE = {
  samlSPMetaDataOptionsNameIDFormat: 'persistent',
  samlSPMetaDataOptionsSignSSOMessage: 1,
  samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
  samlSPMetaDataOptionsSignSLOMessage: 1,
  samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
  samlSPMetaDataOptionsEncryptionMode: 'none',
};

/** As in docs/sso.md. The name of the variable, and: mandatory; name of the attribute. */
const SAML_ATTRIBUTES_OF_THE_GUIDE = { mail: '1;email', cn: '0;name', groups: '1;groups' };

export interface RelyingParty {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export interface Clients {
  serviceProviderMetadata: string;
  relyingParty: RelyingParty;
}

/** As in docs/sso.md: the options and claims of an OpenID Connect relying party. */
const optionsOf = ({ clientId, clientSecret, redirectUri }: RelyingParty) => ({
  oidcRPMetaDataOptionsClientID: clientId,
  oidcRPMetaDataOptionsClientSecret: clientSecret,
  oidcRPMetaDataOptionsRedirectUris: redirectUri,
  oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
  oidcRPMetaDataOptionsBypassConsent: 1,
});
const CLAIMS_OF_THE_GUIDE = { email: 'mail', name: 'cn', groups: 'groups;string;always' };

/** What the Manager stores as conf/lmConf-1.json; users are those of the demonstration. */
export function configuration(folder: string, url: string, clients: Clients | null): object {
  const key = signingKey('lemonldap-ng');
  return {
    cfgNum: 1,
    cfgDate: 1,
    cfgVersion: '2.16.1',
    portal: `${url}/`,
    domain: new URL(url).hostname,
    // The browser needs it for cookies that SAML sends across sites, and accepts it from localhost.
    securedCookie: 1,
    key: 'a key of the tests',
    locationRules: { [new URL(url).hostname]: { default: 'accept' } },
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Null',
    registerDB: 'Null',
    demoExportedVars: { uid: 'uid', mail: 'mail', cn: 'cn' },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: sessionsIn(`${folder}/sessions`),
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: sessionsIn(`${folder}/persistent`),
    issuerDBSAMLActivation: 1,
    samlServicePrivateKeySig: key.privateKey,
    samlServicePublicKeySig: key.certificate,
    samlServiceSignatureMethod: 'RSA_SHA256',
    issuerDBOpenIDConnectActivation: 1,
    oidcServicePrivateKeySig: key.privateKey,
    oidcServicePublicKeySig: key.certificate,
    oidcServiceKeyIdSig: 'tests',
    ...(clients !== null && settingsOf(clients)),
  };
}

const settingsOf = ({ serviceProviderMetadata, relyingParty }: Clients) => ({
  samlSPMetaDataXML: { trestle: { samlSPMetaDataXML: serviceProviderMetadata } },
  samlSPMetaDataOptions: { trestle: SAML_OPTIONS_OF_THE_GUIDE },
  samlSPMetaDataExportedAttributes: { trestle: SAML_ATTRIBUTES_OF_THE_GUIDE },
  oidcRPMetaDataOptions: { trestle: optionsOf(relyingParty) },
  oidcRPMetaDataOptionsExtraClaims: { trestle: { groups: 'groups' } },
  oidcRPMetaDataExportedVars: { trestle: CLAIMS_OF_THE_GUIDE },
});

const sessionsIn = (folder: string) => ({
  Directory: folder,
  LockDirectory: `${folder}/lock`,
  generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
});

/** lemonldap-ng.ini, with the configuration of this test only. */
export const localSettings = (folder: string, program: string) => `[all]
logLevel = notice
[configuration]
type = File
dirName = ${folder}/conf
[portal]
staticPrefix = /static
templateDir = ${program}/portal/templates
languages = en
`;

/** The portal and the files of its pages, as its configuration for nginx serves them. */
export const application = (program: string) => `use Plack::Builder;
use Lemonldap::NG::Portal::Main;
my $nothing = sub { [404, [], []] };
builder {
  mount '/static' => builder { enable 'Static', path => qr{}, root => '${program}/portal/htdocs/static'; $nothing };
  mount '/javascript' => builder { enable 'Static', path => qr{}, root => '/usr/share/javascript'; $nothing };
  mount '/' => Lemonldap::NG::Portal::Main->run({});
};
`;
