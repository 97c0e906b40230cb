import { describe, expect, it } from 'vitest';
import { refuseOtherTargets } from '../../../scripts/deploy/refuse-other-targets.ts';
import { readWranglerConfig } from '../../../scripts/support/wrangler-config.ts';

describe('npm run deploy', () => {
  it.each(['--name', '--name=other', '--env', '-e', '-c', '--config=other.toml', '--cwd'])(
    'refuses %s, by which one step alone would see another Worker',
    (option) => {
      expect(() => refuseOtherTargets(['--minify', option, 'other'], {})).toThrow(
        `npm run deploy takes no ${option.split('=')[0] ?? ''}: `,
      );
    },
  );

  it('takes the other options of wrangler deploy', () => {
    const options = ['--dry-run', '--var', 'NAME:--name', '--keep-vars', '--message=--env'];
    const env = { CLOUDFLARE_ENV: '', WRANGLER_CI_OVERRIDE_NAME: readWranglerConfig().name };
    expect(() => refuseOtherTargets(options, env)).not.toThrow();
  });

  it.each([
    ['CLOUDFLARE_ENV', 'npm run deploy takes no CLOUDFLARE_ENV: '],
    ['WRANGLER_CI_OVERRIDE_NAME', 'set name = "other" there.'],
  ])('refuses another Worker by %s', (name, reason) => {
    expect(() => refuseOtherTargets([], { [name]: 'other' })).toThrow(reason);
  });
});
