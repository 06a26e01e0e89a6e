export { DirectoryRulesService } from './connections/directory-rules.service';
export { mapsAdmins, roleOfGroups } from './sign-on/role-of-groups';
export { ServiceProvidersService } from './connections/service-providers.service';
export { SsoModule } from './sso.module';
export { ssoUpdate } from './sso.schemas';
