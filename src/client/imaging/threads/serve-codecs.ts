import { ImageError, isAllocationFailure, outOfMemory } from '../../../imaging/image-error.ts';
import type { PixelCodecs, PixelDrawing } from '../codecs/codecs.ts';
import { PrepareError } from '../prepare-error.ts';
import type { ThreadAnswer, ThreadRequest } from './codec-thread.ts';

type Post = (answer: ThreadAnswer, transfer: ArrayBuffer[]) => void;

/** Serves `createThreadedCodecs`: pass each message to the returned function. */
export function serveCodecs(codecs: PixelCodecs, post: Post): (message: unknown) => Promise<void> {
  let drawing: PixelDrawing | null = null;
  const answer = async (request: ThreadRequest): Promise<void> => {
    if (request.kind === 'draw') {
      const made = await codecs.draw(request.request);
      drawing = made;
      const frames = request.request.frames.map((_, index) => made.takeFrame(index));
      const buffers = frames.map(({ data }) => data.buffer);
      return post({ kind: 'drawn', frames }, buffers);
    }
    const { quality } = request;
    const file = await (request.kind === 'encode'
      ? codecs.encodeWebp(request.image, quality, true)
      : drawing?.encodeMaster(quality));
    if (file === undefined) throw new Error('Nothing was drawn');
    return post({ kind: 'encoded', file }, [file.buffer]);
  };
  return (message) =>
    answer(message as ThreadRequest).catch((error: unknown) => post(describe(error), []));
}

function describe(error: unknown): ThreadAnswer {
  const failure = isAllocationFailure(error) ? outOfMemory(error) : error;
  const code =
    failure instanceof PrepareError || failure instanceof ImageError ? failure.code : null;
  const message = failure instanceof Error ? failure.message : String(failure);
  return { kind: 'failed', code, message };
}
