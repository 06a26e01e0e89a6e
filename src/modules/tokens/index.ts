export { CreatorExpiryService } from './creator-expiry.service';
export { expiryAfter, lifetimeMs } from './token-lifetime';
export { TokensModule } from './tokens.module';
