import OAuth2Server from '@node-oauth/oauth2-server';
import { OAuthRequestError, type OAuthErrorCode } from '../oauth-request-error';

/** Runs the library: its rejections become ours, and what it wraps (a database that is away) comes out as it was. */
export async function byLibrary<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    if (thrown instanceof OAuth2Server.ServerError) throw (thrown as { inner?: Error }).inner ?? thrown;
    if (!(thrown instanceof OAuth2Server.OAuthError)) throw thrown;
    throw new OAuthRequestError(thrown.name as OAuthErrorCode, thrown.message);
  }
}
