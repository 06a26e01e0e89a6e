export { lifetimeMs } from './token-lifetime';
export { TokensModule } from './tokens.module';
