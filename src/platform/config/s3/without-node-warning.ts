const SWITCH = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';

/**
 * The AWS SDK prints eight lines on Node 20 about releases of its own that Trestle does not use (decision 0012). It reads
 * the switch from the environment when a client is created.
 */
export function withoutNodeWarning<T>(create: () => T): T {
  process.env[SWITCH] ??= 'true';
  return create();
}
