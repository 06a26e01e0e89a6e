export { TokensModule } from './tokens.module';
