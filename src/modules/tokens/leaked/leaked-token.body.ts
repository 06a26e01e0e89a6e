import { IsText } from '../../../http/bodies/body-rules';

/** POST /api/auth/tokens/leaked */
export class LeakedTokenBody {
  @IsText(1, 1_000)
  token!: string;
}
