export { CreatorExpiryService } from './creator-expiry.service';
export { expiryAfter, lifetimeMs } from './token-lifetime';
export { AUDITED_TOKEN } from './token-audit-snapshot';
export { type CreatedToken, tokensCreate } from './tokens.schemas';
export { TokensService } from './tokens.service';
export { TokensModule } from './tokens.module';
