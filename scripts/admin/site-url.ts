import type { DatabaseTarget } from '../support/database-target.ts';
import { ScriptError } from '../support/fail.ts';
import { readWranglerConfig } from '../support/wrangler-config.ts';

/** For `parseArgs`. */
export const URL_OPTION = { url: { type: 'string' } } as const;

/**
 * The origin of a site's links: `url`, else PUBLIC_BASE_URL of wrangler.toml, else that of `npm start`.
 * @throws {ScriptError} when a deployment names none, or the URL is not one of http or https.
 */
export function siteOrigin({ remote }: DatabaseTarget, url: string | undefined): string {
  const given = url ?? readWranglerConfig().vars['PUBLIC_BASE_URL'] ?? '';
  if (given === '' && remote) {
    throw new ScriptError(
      'Which address has the site? Set PUBLIC_BASE_URL in wrangler.toml, or add --url https://…',
    );
  }
  if (given === '') return `http://localhost:${process.env['SERVER_PORT'] ?? '8080'}`;
  const parsed = URL.canParse(given) ? new URL(given) : null;
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new ScriptError(
      `${given} is not the address of a site, such as https://img.example.org.`,
    );
  }
  return parsed.origin;
}
