import { type KeyObject, randomBytes, sign } from 'node:crypto';

const NAME = 'Single sign-on';
const YEARS = 10;
/** From here on certificates write years by four digits. */
const FOUR_DIGITS_FROM = 2050;

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const EXPLICIT_VERSION = 0xa0;
const VERSION_3 = Buffer.from([2]);
const RSA_WITH_SHA256 = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

/**
 * A certificate by which an identity provider learns a key of ours: it is trusted because an administrator handed it
 * over, so it says nothing but a name and a period, and is signed by its own key (RSA with SHA-256). PEM.
 */
export function selfSignedCertificate(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  from: Date,
): string {
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + YEARS);
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(NAME)))));
  const said = der(
    SEQUENCE,
    der(EXPLICIT_VERSION, der(INTEGER, VERSION_3)),
    der(INTEGER, serialNumber()),
    RSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', said, privateKey));
  const lines = der(SEQUENCE, said, RSA_WITH_SHA256, signature)
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Positive, and of one length. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  return at.getUTCFullYear() < FOUR_DIGITS_FROM
    ? der(UTC_TIME, Buffer.from(digits.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(digits));
}

/** Tag, length, value. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size = value.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}
