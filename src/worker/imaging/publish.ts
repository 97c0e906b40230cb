import { err, ok, type Result } from '../../shared/result.ts';
import { placeMark } from '../../shared/watermark-layout.ts';
import type { CodecEngine } from './codec-engine.ts';
import { runCodecJob } from './codec-job.ts';
import type { DecodeFault } from './decode.ts';
import { readPlanes, reencodeWebp } from './reencode.ts';
import { hashPlanes } from './thumb-hash.ts';
import { blendOverlay } from './watermark/blend.ts';
import { renderMark } from './watermark/render-mark.ts';
import type { Watermark } from './watermark/watermark.ts';
import {
  addAlpha,
  readIccProfile,
  rewriteMetadata,
  stripMetadata,
} from '../../imaging/webp/mux.ts';
import { inspectWebp } from '../../imaging/webp/walker.ts';

export interface PublishOptions {
  readonly watermark: Watermark | null;
  /** 0 to 100. */
  readonly quality: number;
}

export interface RenderedPublish {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Base64 */
  readonly thumbHash: string;
}

/** 'watermark_unusable' is about the configuration: a retry helps once it has changed. */
export type PublishFault = DecodeFault | 'watermark_unusable';

export type RenderFault = PublishFault | 'source_missing';

/** A larger one is dropped: each view would carry it, and each job hold it twice. Profiles in use are smaller. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/**
 * Decodes `publish_source` in full as a proof. Without a watermark the result is the source with its ICC profile and no
 * other metadata; with one, the pixels are encoded again and keep the profile.
 */
export function renderPublish<Stored>(
  readSource: () => Promise<Uint8Array | null>,
  options: PublishOptions,
  store: (rendered: RenderedPublish) => Promise<Stored>,
): Promise<Result<Stored, RenderFault>> {
  return runCodecJob(readSource, (engine, source) => renderWith(engine, source, options), store);
}

/** `engine` runs one job at a time. */
export async function renderWith(
  engine: CodecEngine,
  source: Uint8Array,
  { watermark, quality }: PublishOptions,
): Promise<Result<RenderedPublish, PublishFault>> {
  const info = inspectWebp(source);
  if (!info.ok) return err('undecodable');
  const { width, height } = info.value;
  const profile = readKeptProfile(source);
  const image = stripMetadata(source);
  const mark = watermark === null ? null : await renderMark(engine, watermark, info.value);
  if (watermark === null || mark === null) {
    const hashed = await readPlanes(engine, image, info.value, hashPlanes);
    if (!hashed.ok) return hashed;
    if (watermark !== null) return err('watermark_unusable');
    const bytes = rewriteMetadata(source, profile ?? 'drop');
    return ok({ bytes, width, height, thumbHash: hashed.value });
  }
  let thumbHash = '';
  const encoded = await reencodeWebp(engine, image, info.value, quality, (planes) => {
    for (const point of placeMark(mark, planes, watermark)) {
      blendOverlay(planes, mark, point, watermark.opacity);
    }
    thumbHash = hashPlanes(planes);
  });
  if (!encoded.ok) return encoded;
  const { color, alph } = encoded.value;
  const isWhole = alph === null && profile === null;
  const bytes = isWhole ? color : addAlpha(color, alph, profile);
  return ok({ bytes, width, height, thumbHash });
}

function readKeptProfile(source: Uint8Array): Uint8Array | null {
  const profile = readIccProfile(source);
  return profile === null || profile.length > MAX_PROFILE_BYTES ? null : profile;
}
