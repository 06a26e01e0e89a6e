import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { MultiSamlStrategy, type Profile, type SamlConfig } from '@node-saml/passport-saml';
import type { SamlExchange } from './saml-exchange';

export const SAML_STRATEGY = 'saml';

type Done = (error: Error | null, options?: SamlConfig) => void;

/** The SAML library's signature check, which is registered with Passport when it is needed. */
@Injectable()
export class SamlStrategy {
  private strategy: object | null = null;

  /** Before the first response is checked, and not at the start: the library takes 4 MB of memory (decision 0074). */
  register(): void {
    this.strategy ??= createStrategy();
  }
}

/**
 * Passport shares strategies across the process, so this strategy is stateless: its settings are part of each
 * exchange.
 */
function createStrategy(): object {
  const Strategy = MultiSamlStrategy as unknown as new (options: object) => object;
  class SignatureCheck extends PassportStrategy(Strategy, SAML_STRATEGY) {
    /** The signed bytes of the assertion. All other output of the library is ignored. */
    validate(profile: Profile): { signedXml: string } | null {
      const signedXml = profile.getAssertionXml?.() ?? '';
      return signedXml === '' ? null : { signedXml };
    }
  }
  return new SignatureCheck({
    getSamlOptions: (exchange: SamlExchange, done: Done) => done(null, exchange.options),
  });
}
