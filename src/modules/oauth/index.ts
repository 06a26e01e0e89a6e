export { GrantsService } from './grants.service';
export { OAuthModule } from './oauth.module';
