import type { Type } from '@nestjs/common';
import type { Routes } from './demo-client';

/** The application, as far as the demo uses it. */
export interface DemoApplication extends Routes {
  get<Service>(service: Type<Service>, options: { strict: false }): Service;
}
