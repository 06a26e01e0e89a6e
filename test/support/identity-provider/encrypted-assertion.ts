import { constants, createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';

export interface EncryptionOptions {
  cipher?: 'aes-128-gcm' | 'aes-256-gcm' | 'aes-256-cbc';
  /** What the message says of the cipher, if something else. */
  cipherName?: string;
  keyMethod?: string;
  padding?: number;
  oaepHash?: string;
  /** Inside of the key's method. */
  keyMethodXml?: string;
  /** Beside the data instead of in it. */
  isKeyApart?: boolean;
}

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const OAEP_MGF1P = `${XENC}rsa-oaep-mgf1p`;
export const OAEP_11 = 'http://www.w3.org/2009/xmlenc11#rsa-oaep';
export const BY_SHA256 =
  `<ds:DigestMethod xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Algorithm="${XENC}sha256"/>` +
  '<xenc11:MGF xmlns:xenc11="http://www.w3.org/2009/xmlenc11#" Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>';
const NAMES = {
  'aes-128-gcm': 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'aes-256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes-256-cbc': `${XENC}aes256-cbc`,
};

/** An element for the owner of the certificate alone, as identity providers write it. */
export function encryptedAssertion(
  xml: string,
  certificate: string,
  options: EncryptionOptions = {},
): string {
  const { cipher = 'aes-256-gcm', keyMethod = OAEP_MGF1P, keyMethodXml = '' } = options;
  const key = randomBytes(cipher === 'aes-128-gcm' ? 16 : 32);
  const padding = options.padding ?? constants.RSA_PKCS1_OAEP_PADDING;
  const isOaep = padding === constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt(
    { key: certificate, padding, ...(isOaep ? { oaepHash: options.oaepHash ?? 'sha1' } : {}) },
    key,
  );
  const value = (bytes: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64').replaceAll(/.{76}/g, '$&\n')}</xenc:CipherValue></xenc:CipherData>`;
  const encryptedKey =
    `<xenc:EncryptedKey Id="_key"><xenc:EncryptionMethod Algorithm="${keyMethod}">${keyMethodXml}` +
    `</xenc:EncryptionMethod>${value(wrapped)}</xenc:EncryptedKey>`;
  const inside = options.isKeyApart
    ? '<ds:RetrievalMethod Type="http://www.w3.org/2001/04/xmlenc#EncryptedKey" URI="#_key"/>'
    : encryptedKey;
  return (
    `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">` +
    `<xenc:EncryptedData xmlns:xenc="${XENC}" Type="${XENC}Element">` +
    `<xenc:EncryptionMethod Algorithm="${options.cipherName ?? NAMES[cipher]}"/>` +
    `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">${inside}</ds:KeyInfo>` +
    `${value(sealed(xml, cipher, key))}</xenc:EncryptedData>` +
    `${options.isKeyApart ? encryptedKey.replace('<xenc:EncryptedKey', `$& xmlns:xenc="${XENC}"`) : ''}</saml:EncryptedAssertion>`
  );
}

function sealed(xml: string, cipher: NonNullable<EncryptionOptions['cipher']>, key: Buffer): Buffer {
  if (cipher === 'aes-256-cbc') {
    const nonce = randomBytes(16);
    const by = createCipheriv(cipher, key, nonce);
    return Buffer.concat([nonce, by.update(xml), by.final()]);
  }
  const nonce = randomBytes(12);
  const by = createCipheriv(cipher, key, nonce);
  return Buffer.concat([nonce, by.update(xml), by.final(), by.getAuthTag()]);
}
