export { IdentityProvidersModule } from './identity-providers.module';
export { type RoundTrip, RoundTrips } from './round-trips';
