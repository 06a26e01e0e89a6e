import { type ColumnType, InvalidValue } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { type UniqueConfig, uniqueConfigSchema } from '../../configs/unique';
import { textKind } from '../../kinds/text-kind';
import { uniqueKind } from '../../kinds/unique-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';
import { quoted } from '../../values/quoted';

/** RFC 5321: the longest address that a mail server must accept, and the longest part before the @. */
export const EMAIL_MAX_LENGTH = 254;
const LOCAL_MAX_LENGTH = 64;

const LOCAL = /^[^\s@"(),:;<>[\\\]\p{Cc}]+$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** A valid mail address. Case is preserved, outer spaces are removed. */
export const email: ColumnType<string, UniqueConfig> = {
  ...uniqueKind(textKind(), (address) => address.trim().toLowerCase()),
  name: 'email',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(uniqueConfigSchema, input, context),
  parseValue: (input) => {
    const address = parseText(input, EMAIL_MAX_LENGTH)?.trim();
    if (!address) return null;
    if (!isAddress(address)) throw new InvalidValue(`${quoted(address)} is not an e-mail address`);
    return address;
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};

function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const labels = address.slice(at + 1).split('.');
  return (
    at > 0 &&
    local.length <= LOCAL_MAX_LENGTH &&
    LOCAL.test(local) &&
    local.split('.').every((part) => part !== '') &&
    labels.length > 1 &&
    labels.every((part) => DOMAIN_LABEL.test(part)) &&
    !/^[0-9]+$/.test(labels.at(-1)!)
  );
}
