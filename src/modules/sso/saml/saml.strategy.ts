import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { MultiSamlStrategy, type Profile, type SamlConfig } from '@node-saml/passport-saml';
import type { SamlExchange } from './saml-exchange';

export const SAML_STRATEGY = 'saml';

type Done = (error: Error | null, options?: SamlConfig) => void;

/**
 * The SAML library's signature check. Passport shares strategies across the process, so this strategy is
 * stateless: its settings are part of each exchange.
 */
@Injectable()
export class SamlStrategy {
  private isRegistered = false;

  /** With Passport, before the first response is checked: the library takes 4 MB of memory (decision 0074). */
  register(): void {
    if (this.isRegistered) return;
    const Strategy = signatureCheck();
    new Strategy({ getSamlOptions: (exchange: SamlExchange, done: Done) => done(null, exchange.options) });
    this.isRegistered = true;
  }
}

const signatureCheck = () =>
  class extends PassportStrategy(
    MultiSamlStrategy as unknown as new (options: object) => object,
    SAML_STRATEGY,
  ) {
    /** The signed bytes of the assertion. All other output of the library is ignored. */
    validate(profile: Profile): { signedXml: string } | null {
      const signedXml = profile.getAssertionXml?.() ?? '';
      return signedXml === '' ? null : { signedXml };
    }
  };
