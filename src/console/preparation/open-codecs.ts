import type { Codecs } from '../../client/imaging/codecs/codecs.ts';
import { createThreadedCodecs } from '../../client/imaging/threads/threaded-codecs.ts';
import type { Recipe } from '../../client/protocol-types.ts';
import { startCodecThread } from './start-codec-thread.ts';

/** The codecs that this browser prepares images with. Nothing is loaded before the first image is drawn. */
// oxlint-disable-next-line typescript/require-await -- it will look at what the browser can do
export async function openCodecs(_recipe?: Recipe): Promise<Codecs> {
  return createThreadedCodecs(startCodecThread);
}
