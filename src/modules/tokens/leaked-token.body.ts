import { IsText } from '../../rpc/body-rules';

/** POST /api/auth/tokens/leaked */
export class LeakedTokenBody {
  @IsText(1, 1_000)
  token!: string;
}
