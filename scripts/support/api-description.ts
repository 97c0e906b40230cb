import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/worker/http/app.ts';
import { describeApi } from '../../src/worker/http/openapi.ts';

/** Writes the API document and its page, which the Worker serves. */
export async function writeApiDescription(folder: string): Promise<void> {
  const { document, page } = await describeApi(createApp());
  writeFileSync(join(folder, 'api.json'), document);
  writeFileSync(join(folder, 'api.html'), page);
}
