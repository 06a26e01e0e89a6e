export { IdentityProvidersModule } from './identity-providers.module';
export { ProviderConnectionFlowService } from './connections/provider-connection-flow.service';
export { type LoginFlow, LoginFlowsService } from './login-flows/login-flows.service';
