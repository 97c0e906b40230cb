import { describe, expect, it } from 'vitest';
import { writeSettings } from '../../../../src/worker/domain/settings/write-settings.ts';
import { seedPublishedImage } from '../../../support/images.ts';
import { registerAndLogin } from '../../../support/people.ts';
import { loseMessages, prepareUpload, uploadClient } from '../../../support/uploads.ts';
import { createTestWorker } from '../../../support/worker.ts';

describe('the setting storage_path', () => {
  it('is the prefix of new uploads, with STORAGE_PATH as its default', async () => {
    const worker = createTestWorker({
      vars: { STORAGE_PATH: 'first', V2_STAGING_PATH: 'waiting' },
      intercept: loseMessages(),
    });
    const client = uploadClient(worker, await registerAndLogin(worker));
    const keysOfNext = async (): Promise<string[]> => {
      const { manifest } = await prepareUpload();
      const { data } = await client.create(manifest);
      const { results } = await worker.env.DB.prepare(
        'SELECT object_key FROM upload_parts WHERE upload_id = ? ORDER BY object_key',
      )
        .bind(data.upload_id)
        .all<{ object_key: string }>();
      return results.map(({ object_key: key }) => key.split('/')[0] ?? '');
    };
    expect(await keysOfNext()).toEqual(['first', 'first', 'first', 'waiting']);
    await writeSettings(worker.services, null, [{ key: 'storage_path', value: 'second' }]);
    expect(await keysOfNext()).toEqual(['second', 'second', 'second', 'waiting']);
  });

  it('hides nothing that was stored under an earlier path', async () => {
    const image = await seedPublishedImage(createTestWorker({ vars: { STORAGE_PATH: 'former' } }));
    const worker = createTestWorker();
    const whole = await worker.fetch(`/i/${image.uniqueLink}.webp`);
    expect(whole.status).toBe(200);
    const { byteLength } = await whole.arrayBuffer();
    const part = await worker.fetch(`/i/${image.uniqueLink}/gallery.webp`, {
      headers: { Range: 'bytes=0-3' },
    });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe('RIFF');
    expect(byteLength).toBeGreaterThan(0);
  });
});
