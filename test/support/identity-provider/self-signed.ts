import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

export interface SigningKey {
  privateKey: string;
  /** PEM. */
  certificate: string;
}

const made = new Map<string, SigningKey>();

/** A key with its certificate, created once per name: keys cost half a second. It expires in 2045 by default. */
export function signingKey(
  name: string,
  options: { bits?: number; curve?: string; until?: Date } = {},
): SigningKey {
  const known = made.get(name);
  if (known) return known;
  const pair = options.curve
    ? generateKeyPairSync('ec', { namedCurve: options.curve })
    : generateKeyPairSync('rsa', { modulusLength: options.bits ?? 2048 });
  const key = {
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: selfSigned(pair, options.curve !== undefined, options.until ?? new Date('2045-01-01')),
  };
  made.set(name, key);
  return key;
}

/** The least that is a certificate: one name, a period, no extensions. */
function selfSigned(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  isElliptic: boolean,
  until: Date,
): string {
  const algorithm = isElliptic
    ? tlv(0x30, oid('2a8648ce3d040302'))
    : tlv(0x30, oid('2a864886f70d01010b'), tlv(0x05));
  const name = tlv(0x30, tlv(0x31, tlv(0x30, oid('550403'), tlv(0x0c, Buffer.from('Test provider')))));
  const validity = tlv(
    0x30,
    tlv(0x17, Buffer.from('250101000000Z')),
    tlv(0x17, Buffer.from(`${until.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`)),
  );
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const version = tlv(0xa0, tlv(0x02, Buffer.from([2])));
  const body = tlv(0x30, version, tlv(0x02, Buffer.from([1, 35, 69])), algorithm, name, validity, name, spki);
  const signature = createSign('sha256').update(body).sign(privateKey);
  const der = tlv(0x30, body, algorithm, tlv(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

/** DER: tag, length, value. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, Math.floor(size / 256), size % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
