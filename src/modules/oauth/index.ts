export { GrantsService } from './grants/grants.service';
export { OAuthModule } from './oauth.module';
