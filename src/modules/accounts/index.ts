export { AccountsModule } from './accounts.module';
export { NewAccountService } from './new-account.service';
export { PasswordHasher } from './password-hasher';
