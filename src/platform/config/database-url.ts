import { ValidateBy } from 'class-validator';

const PORT_MAX = 65_535;

/** Why PostgreSQL's driver cannot use a URL; null when it can. Never contains the URL, which may contain a password. */
export function databaseUrlProblem(url: unknown): string | null {
  if (typeof url !== 'string' || !/^postgres(ql)?:\/\/\S+$/.test(url)) {
    return 'must be a postgres:// or postgresql:// URL';
  }
  const port = /^\w+:\/\/(?:[^/?]*@)?[^/?@]*:(\d+)(?:[/?]|$)/.exec(url)?.[1];
  if (port !== undefined && (Number(port) < 1 || Number(port) > PORT_MAX)) {
    return `must have a port from 1 to ${PORT_MAX}`;
  }
  if (URL.canParse(url) && isDecodable(url)) return null;
  return 'must percent-encode special characters in the user, the password and the database (% is written %25)';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export function IsDatabaseUrl(): PropertyDecorator {
  return ValidateBy({
    name: 'isDatabaseUrl',
    validator: {
      validate: (value) => databaseUrlProblem(value) === null,
      defaultMessage: (given) => databaseUrlProblem(given?.value) ?? '',
    },
  });
}
