import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useSharedServer } from './support/use-shared-server.ts';

const TYPESCRIPT_5 = pathToFileURL(
  join(import.meta.dirname, '../../scripts/support/typescript-5.mjs'),
).href;
const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc');

/** A client that asks for a page of images and tells a refusal by its number. */
const CLIENT = `
import type { paths } from './api.d.ts';

type Responses = paths['/api/v1/images/']['get']['responses'];
type Page = Responses[200]['content']['application/json']['data'];
type SignInRefusal = Responses[401]['content']['application/json'];

export const titlesOf = (page: Page): string[] => page.images.map(({ title }) => title);
export const isExpired = ({ code }: SignInRefusal): boolean => code === 4011;
// @ts-expect-error The field does not exist.
export const idOf = (page: Page): number => page.image_id;
`;

/** Three paths of the specification, that of the trash, which is like them, and that of share links in use. */
const SLASHED = [
  'api~1v1~1images',
  'api~1v1~1notifications',
  'api~1v1~1trash',
  'api~1v1~1uploads',
  's',
].map((path) => `#/paths/~1${path}~1`);

describe('the API document of a running server', () => {
  const { baseUrl } = useSharedServer();
  let text: string;
  beforeAll(async () => {
    text = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).text();
  });

  it('is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(text) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const verdict = await new Validator().validate(document);
    expect(verdict.errors ?? []).toEqual([]);
    expect(verdict.valid).toBe(true);
  });

  it("passes Redocly's recommended rules, except for the slash that five paths end with", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, config });
    const told = problems.map(({ ruleId, message, location: [place] }) =>
      ruleId === 'no-path-trailing-slash'
        ? place?.pointer
        : [ruleId, message, place?.pointer].join(': '),
    );
    expect(new Set(told)).toEqual(new Set(SLASHED));
    expect(told).toHaveLength(SLASHED.length);
  });

  it('gives a client of openapi-typescript that compiles', async () => {
    const hooks = registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'typescript'
          ? { url: TYPESCRIPT_5, shortCircuit: true }
          : next(specifier, context),
    });
    onTestFinished(() => hooks.deregister());
    const { default: generate, astToString } = await import('openapi-typescript');
    const folder = mkdtempSync(join(tmpdir(), 'tintype-client-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'api.d.ts'), astToString(await generate(text)));
    writeFileSync(join(folder, 'client.ts'), CLIENT);
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--allowImportingTsExtensions'];
    const compile = () => execFileSync(TSC, [...options, 'client.ts'], { cwd: folder });
    expect(compile).not.toThrow();
  });
});
