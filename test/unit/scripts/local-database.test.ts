import { describe, expect, it } from 'vitest';
import { localIdOf, readWranglerConfig } from '../../../scripts/support/wrangler-config.ts';

const DB = { binding: 'DB', database_name: 'tintype' };

describe('the name of a local database', () => {
  it('is that of wrangler: the preview id, or else the id, or else the binding', () => {
    expect(localIdOf({ ...DB, database_id: 'id', preview_database_id: 'preview' })).toBe('preview');
    expect(localIdOf({ ...DB, database_id: 'id' })).toBe('id');
    expect(localIdOf(DB)).toBe('DB');
  });

  it('has stayed since version 2.0.0, whose databases are found by it', () => {
    const [database] = readWranglerConfig().d1_databases;
    expect(database).toBeDefined();
    expect(database && localIdOf(database)).toBe('00000000-0000-0000-0000-000000000000');
  });
});
