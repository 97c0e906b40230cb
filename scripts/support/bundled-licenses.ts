import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locateWasm } from '../../src/client/node/node-codecs.ts';
import { ROOT } from './wrangler.ts';

/** Writes LICENSE, and in LICENSES.txt the licences of bundled packages and codecs. `inputs`: the bundled files. */
export function writeLicenses(folder: string, inputs: readonly string[]): void {
  const packages = new Set(
    inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(path)?.[1] ?? []),
  );
  const texts = [...packages].sort().map(describePackage);
  const engine = readFileSync(join(dirname(locateWasm('pictureEngine')), 'LICENSES.txt'), 'utf8');
  writeFileSync(join(folder, 'LICENSES.txt'), [...texts, engine].join('\n\n'));
  writeFileSync(join(folder, 'LICENSE'), readFileSync(join(ROOT, 'LICENSE')));
}

function describePackage(name: string): string {
  const folder = join(ROOT, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly version: string;
    readonly license: string;
  };
  const texts = globSync('{LICENSE,LICENCE,COPYING}*', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
