import { describe, expect, it, vi } from 'vitest';
import type {
  Codecs,
  Drawing,
  DrawRequest,
} from '../../../../../../src/client/imaging/codecs/codecs.ts';
import {
  PrepareError,
  type PrepareErrorCode,
} from '../../../../../../src/client/imaging/prepare-error.ts';
import { fallBack } from '../../../../../../src/console/features/upload/preparation/fall-back.ts';

const REQUEST = {} as DrawRequest;

const lack = (code: PrepareErrorCode): PrepareError => new PrepareError(code, code);

/** Codecs whose files tell whose they are; each step fails with what the test names for it. */
function codecsOf(owner: number, failures: Partial<Record<keyof Drawing | 'draw', Error>> = {}) {
  const make = async (step: keyof Drawing): Promise<Uint8Array> => {
    if (failures[step] !== undefined) throw failures[step];
    return Uint8Array.of(owner);
  };
  const close = vi.fn<() => void>();
  const codecs: Codecs = {
    isParallel: owner === 1,
    draw: vi.fn<Codecs['draw']>(async () => {
      if (failures.draw !== undefined) throw failures.draw;
      return {
        encodeMaster: () => make('encodeMaster'),
        encodeFrame: () => make('encodeFrame'),
        close,
      };
    }),
  };
  return { ...codecs, close };
}

async function ownersOf(codecs: Codecs): Promise<(number | undefined)[]> {
  const drawing = await codecs.draw(REQUEST);
  const files = await Promise.all([drawing.encodeFrame(0, 60), drawing.encodeMaster(80)]);
  drawing.close();
  return files.map(([owner]) => owner);
}

describe('codecs that fall back on others', () => {
  it('do not use the others while they work', async () => {
    const others = codecsOf(2);
    expect(await ownersOf(fallBack(codecsOf(1), others))).toEqual([1, 1]);
    expect(others.draw).not.toHaveBeenCalled();
  });

  it.each(['codec_unavailable', 'out_of_memory'] as const)(
    'leave to them what ends with %s, from there on and once for all',
    async (code) => {
      const cases = [
        { failures: { draw: lack(code) }, owners: [2, 2] },
        { failures: { encodeMaster: lack(code) }, owners: [1, 2] },
        { failures: { encodeMaster: lack(code), encodeFrame: lack(code) }, owners: [2, 2] },
      ];
      for (const { failures, owners } of cases) {
        const others = codecsOf(2);
        expect(await ownersOf(fallBack(codecsOf(1, failures), others))).toEqual(owners);
        expect(others.draw).toHaveBeenCalledOnce();
        await expect.poll(() => others.close).toHaveBeenCalledOnce();
      }
    },
  );

  it.each(['malformed', 'processing_failed', 'too_many_pixels_for_device'] as const)(
    'keep to themselves what ends with %s',
    async (code) => {
      const others = codecsOf(2);
      for (const step of ['draw', 'encodeFrame'] as const) {
        const codecs = fallBack(codecsOf(1, { [step]: lack(code) }), others);
        await expect(ownersOf(codecs)).rejects.toMatchObject({ code });
      }
      expect(others.draw).not.toHaveBeenCalled();
    },
  );

  it('report that memory ran out, not that the others would run out of it', async () => {
    const first = codecsOf(1, { draw: lack('out_of_memory') });
    const second = codecsOf(2, { draw: lack('too_many_pixels_for_device') });
    await expect(ownersOf(fallBack(first, second))).rejects.toMatchObject({
      code: 'out_of_memory',
    });
  });

  it('report the limit of the others for an image that is left to them', async () => {
    const first = codecsOf(1, { draw: lack('codec_unavailable') });
    const second = codecsOf(2, { draw: lack('too_many_pixels_for_device') });
    await expect(ownersOf(fallBack(first, second))).rejects.toMatchObject({
      code: 'too_many_pixels_for_device',
    });
  });

  it('begin nothing once the signal is aborted', async () => {
    const others = codecsOf(2);
    const codecs = fallBack(codecsOf(1, { draw: lack('out_of_memory') }), others);
    await expect(codecs.draw(REQUEST, AbortSignal.abort())).rejects.toThrow();
    expect(others.draw).not.toHaveBeenCalled();
  });
});
