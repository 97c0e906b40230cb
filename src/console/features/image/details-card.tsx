import { formatBytes, formatNumber, formatTime } from '../../state/format.ts';
import { imageText } from '../../text/image.ts';
import { FileName } from '../../widgets/file-name.tsx';
import { CameraFacts } from './camera-facts.tsx';
import { Detail } from './detail.tsx';
import { ImageTextField } from './image-text-field.tsx';
import { LocationDetail } from './location-detail.tsx';
import type { ImageDetail } from './use-image.ts';

const TEXTS = ['title', 'description', 'alt_text'] as const;

const PIXELS_PER_MEGAPIXEL = 1_000_000;

interface DetailsCardProps {
  readonly image: ImageDetail;
  readonly isLocked: boolean;
  readonly onChange: (image: ImageDetail) => void;
}

export function DetailsCard({ image, isLocked, onChange }: DetailsCardProps) {
  const words = imageText.value;
  const { width, height } = image;
  const megapixels = (width * height) / PIXELS_PER_MEGAPIXEL;
  // Publishing also sets it, moments after the upload.
  const [uploaded, changed] = [formatTime(image.created_at), formatTime(image.updated_at)];
  return (
    <section class="card image-card">
      <h2>{words.details}</h2>
      {!isLocked && (
        <>
          <ImageTextField {...{ image, onChange }} name="title" />
          <ImageTextField {...{ image, onChange }} name="description" />
          <ImageTextField {...{ image, onChange }} name="alt_text" hint={words.altTextHint} />
        </>
      )}
      <dl class="image-details">
        {isLocked &&
          TEXTS.map((name) => (
            <Detail key={name} name={words.textNames[name]}>
              <span class="image-text">{image[name] || words.noText}</span>
            </Detail>
          ))}
        <Detail name={words.filename}>
          <FileName name={image.filename} />
        </Detail>
        <Detail name={words.size}>{formatBytes(image.file_size)}</Detail>
        <Detail name={words.pixels}>
          {words.pixelsOf(formatNumber(width), formatNumber(height), megapixels)}
        </Detail>
        <CameraFacts image={image} />
        <LocationDetail {...{ image, isLocked, onChange }} />
        <Detail name={words.views}>
          {formatNumber(image.view_count)}
          <span class="image-hint">{words.viewsHint}</span>
        </Detail>
        <Detail name={words.uploaded}>{uploaded}</Detail>
        {changed !== uploaded && <Detail name={words.changed}>{changed}</Detail>}
        <Detail name={words.pipeline}>
          {words.pipelines[image.pipeline_version === 1 ? 1 : 2]}
        </Detail>
      </dl>
    </section>
  );
}
