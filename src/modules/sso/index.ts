export { DirectoryRules } from './directory-rules';
export { mapsAdmins, roleOfGroups } from './role-of-groups';
export { SsoModule } from './sso.module';
