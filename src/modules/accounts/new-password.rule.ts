import { IsText } from '../../rpc/body-rules';

const MIN = 8;
const MAX = 128;

/** A field that is a password to be set. Length alone counts: rules of composition make passwords worse. */
export const IsNewPassword = (): PropertyDecorator => IsText(MIN, MAX);
