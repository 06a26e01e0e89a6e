import { ValidateBy } from 'class-validator';
import { isCidr } from './cidr';
import { asList, FromEnv } from './from-env.decorator';

const isHostOrCidr = (value: unknown): boolean =>
  isCidr(value) ||
  (typeof value === 'string' && /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d{1,5})?$/.test(value));

/** Hosts and CIDRs exempt from the outbound (SSRF) guard. */
export class OutboundConfig {
  @FromEnv('OUTBOUND_ALLOW', asList)
  @ValidateBy(
    { name: 'isHostOrCidr', validator: { validate: isHostOrCidr } },
    { each: true, message: 'must be host names, addresses or CIDRs separated by commas' },
  )
  allowedTargets: string[] = [];
}
