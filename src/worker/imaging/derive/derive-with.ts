import { BYTES_PER_PIXEL, type CropBox, type Pixels, type Size } from '../../../shared/pixels.ts';
import { orientedSize } from '../../../shared/recipe-geometry.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { CodecEngine } from '../codec-engine.ts';
import { releasePixels } from '../decode.ts';
import { hashPixels } from '../thumb-hash.ts';
import { orientPixels } from '../../../imaging/orient.ts';
import { decodeSource } from './decode-source.ts';
import type { Derivative, DerivativePlan, DeriveFault } from './derivative.ts';
import { deriveFromPlanes } from './derive-from-planes.ts';
import { encodeDerivative } from './encode-derivative.ts';
import { inspectFully, type InspectedImage } from './inspect-image.ts';
import { peakBytes } from './peak-bytes.ts';

type Drawn = Result<Pixels, DeriveFault>;
type Encoded = Result<Uint8Array<ArrayBuffer>, DeriveFault>;

const UPRIGHT = 1;

/**
 * Steps that can wait work on the smaller image. The result is never larger than the source and has no metadata. The
 * engine runs one job at a time.
 * @throws when a codec cannot be loaded; the file may be sound.
 */
export async function deriveWith(
  engine: CodecEngine,
  source: Uint8Array,
  plan: DerivativePlan,
): Promise<Result<Derivative, DeriveFault>> {
  const inspected = await inspectFully(source);
  if (!inspected.ok) return err('undecodable');
  const { header } = inspected.value;
  const size = {
    width: Math.min(plan.size.width, header.size.width),
    height: Math.min(plan.size.height, header.size.height),
  };
  const peak = peakBytes(header, source.length, { ...plan, size });
  const { budget } = engine;
  if (peak > budget.availableBytes || !budget.reserve(source.length)) return err('too_large');
  try {
    const made = (encoded: Encoded, thumbHash: string | null) =>
      encoded.ok
        ? ok({ bytes: encoded.value, mimeType: plan.mimeType, ...size, thumbHash })
        : encoded;
    const isDirect = plan.isHashed !== true;
    const direct = isDirect
      ? deriveFromPlanes(engine, source, inspected.value, { ...plan, size })
      : null;
    if (direct !== null) return made(direct, null);
    const drawn = await drawUpright(engine, source, inspected.value, size);
    if (!drawn.ok) return drawn;
    try {
      const { info, toSrgb } = inspected.value;
      toSrgb?.(drawn.value);
      const isOpaque = header.isReduced && !info.hasAlpha;
      const thumbHash = plan.isHashed === true ? hashPixels(drawn.value) : null;
      return made(await encodeDerivative(engine, drawn.value, plan, isOpaque), thumbHash);
    } finally {
      releasePixels(engine, drawn.value);
    }
  } finally {
    budget.release(source.length);
  }
}

async function drawUpright(
  engine: CodecEngine,
  source: Uint8Array,
  { header, info }: InspectedImage,
  size: Size,
): Promise<Drawn> {
  const { orientation } = header;
  const { aperture } = info;
  const shown = aperture ?? info;
  const lyingSize = orientedSize(size.width, size.height, orientation);
  let drawn: Drawn = await decodeSource(engine, header.mimeType, info, source, lyingSize);
  if (drawn.ok && (aperture !== null || !isSize(drawn.value, lyingSize))) {
    drawn = await redraw(engine, drawn, lyingSize, (pixels) =>
      resize(engine, pixels, shown, info.hasAlpha, lyingSize),
    );
  }
  if (orientation !== UPRIGHT) {
    drawn = await redraw(engine, drawn, size, (pixels) => orientPixels(pixels, orientation));
  }
  return drawn;
}

async function redraw(
  engine: CodecEngine,
  drawn: Drawn,
  { width, height }: Size,
  draw: (pixels: Pixels) => Pixels,
): Promise<Drawn> {
  if (!drawn.ok) return drawn;
  try {
    return await engine.budget.reserveFor(width * height * BYTES_PER_PIXEL, () =>
      ok(draw(drawn.value)),
    );
  } finally {
    releasePixels(engine, drawn.value);
  }
}

/** The engine pulls the shown rows: a copy of all would double the memory. */
function resize(
  { picture }: CodecEngine,
  { data, width: storedWidth }: Pixels,
  shown: Size & Partial<CropBox>,
  hasAlpha: boolean,
  size: Size,
): Pixels {
  const { left = 0, top = 0, width, height } = shown;
  return picture.use((engine) => {
    engine.connect({
      readRows: (rgba, first) => {
        const rowBytes = width * BYTES_PER_PIXEL;
        for (let at = 0; at < rgba.length; at += rowBytes) {
          const row = top + first + at / rowBytes;
          const start = (row * storedWidth + left) * BYTES_PER_PIXEL;
          rgba.set(data.subarray(start, start + rowBytes), at);
        }
      },
    });
    return engine.drawRows({ width, height }, hasAlpha, size);
  });
}

function isSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}
