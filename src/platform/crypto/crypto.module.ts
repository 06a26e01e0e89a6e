import { Global, Module } from '@nestjs/common';
import { SecretBox } from './secret-box';
import { SecretResealing } from './secret-resealing';

@Global()
@Module({ providers: [SecretBox, SecretResealing], exports: [SecretBox, SecretResealing] })
export class CryptoModule {}
