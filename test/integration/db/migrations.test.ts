import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { expectedHistory } from '../../../src/worker/db/history.ts';
import { MIGRATIONS } from '../../../src/worker/db/migrations.ts';

const { DB, TEST_MIGRATIONS } = env;

describe('the bundled migrations', () => {
  it('are exactly the files of the folder, in order', () => {
    expect(MIGRATIONS.map(({ name }) => name)).toEqual(TEST_MIGRATIONS.map(({ name }) => name));
    for (const [index, { name }] of MIGRATIONS.entries()) {
      expect(name).toMatch(
        new RegExp(`^${String(index + 1).padStart(4, '0')}_[a-z0-9_]+\\.sql$`, 'u'),
      );
    }
  });

  it('each record the checksum of their own text', async () => {
    const { results } = await DB.prepare(
      'SELECT position, name, sha256 FROM schema_history ORDER BY position',
    ).all();
    expect(results).toEqual(await expectedHistory(MIGRATIONS));
  });
});
