import OAuth2Server from '@node-oauth/oauth2-server';
import { OAuthRequestError, type OAuthErrorCode } from '../oauth-request-error';

/**
 * Runs the library and converts its errors. An error that the library wrapped, such as a lost database connection, is
 * thrown unchanged.
 */
export async function byLibrary<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof OAuth2Server.ServerError) throw (thrown as { inner?: Error }).inner ?? thrown;
    if (!(thrown instanceof OAuth2Server.OAuthError)) throw thrown;
    throw new OAuthRequestError(thrown.name as OAuthErrorCode, thrown.message);
  }
}
