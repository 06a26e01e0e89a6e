import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { MultiSamlStrategy, type Profile, type SamlConfig } from '@node-saml/passport-saml';
import type { SamlExchange } from './saml-exchange';

export const SAML_STRATEGY = 'saml';

type Done = (error: Error | null, options?: SamlConfig) => void;

/**
 * The library's check of signatures. Passport keeps strategies for the whole process, so this one holds nothing: what it
 * checks by comes with each exchange.
 */
@Injectable()
export class SamlStrategy extends PassportStrategy(
  MultiSamlStrategy as unknown as new (options: object) => object,
  SAML_STRATEGY,
) {
  constructor() {
    super({ getSamlOptions: (exchange: SamlExchange, done: Done) => done(null, exchange.options) });
  }

  /** The signed bytes of the assertion; everything else the library read is left alone. */
  validate(profile: Profile): { signedXml: string } | null {
    const signedXml = profile.getAssertionXml?.() ?? '';
    return signedXml === '' ? null : { signedXml };
  }
}
