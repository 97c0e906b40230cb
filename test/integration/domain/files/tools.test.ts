import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/shared/bytes.ts';
import { BASE_URL } from '../../../support/worker.ts';
import { TOOLS, type Tool, type ToolAnswer } from '../../../support/tools.ts';
import { fileScene, type FileScene, makePhoto } from '../../../support/whole-files.ts';
import { LEGACY_VARS } from '../../../support/legacy.ts';

const run = async (
  { worker, key }: FileScene,
  tool: Tool,
  file: Uint8Array<ArrayBuffer>,
): Promise<ToolAnswer> => {
  const { path, headers, body } = tool.request({ key: key.key, file });
  const response = await worker.fetch(path, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(body.length) },
    body,
  });
  return { status: response.status, text: await response.text() };
};

describe.each(TOOLS)('$name', (tool) => {
  it.each([
    ['pipeline 2', {}],
    ['pipeline 1', LEGACY_VARS],
  ])('uploads by %s, and copies links that show an image', async (_, vars) => {
    const scene = await fileScene({ vars });
    const links = tool.read(await run(scene, tool, await makePhoto()));
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) {
      expect(link.startsWith(`${BASE_URL}/`), link).toBe(true);
      const shown = await scene.worker.fetch(link.slice(BASE_URL.length));
      expect(shown.status, link).toBe(200);
      await shown.arrayBuffer();
    }
  });

  it('shows the service’s sentence of a refusal', async () => {
    const scene = await fileScene();
    const answer = await run(scene, tool, utf8('no image at all'));
    expect(answer.status).toBe(415);
    expect(answer.text).toContain('The file is not a JPEG, PNG, WebP, AVIF or GIF');
    expect(() => tool.read(answer)).toThrow(Error);
  });
});
