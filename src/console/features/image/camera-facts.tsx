import { describeExposure, describeTime } from '../../../shared/describe-taken.ts';
import { takenFromWire } from '../../../shared/taken-wire.ts';
import type { Image } from '../../api/types.ts';
import { imageText } from '../../text/image.ts';
import { readLocale } from '../../text/locale.ts';
import { Detail } from './detail.tsx';

interface CameraFactsProps {
  readonly image: Pick<Image, 'camera' | 'taken_at'>;
}

/** Lines of a list of details; none for an image without facts. */
export function CameraFacts({ image }: CameraFactsProps) {
  const words = imageText.value.taken;
  const { takenAt, camera } = takenFromWire({
    taken_at: image.taken_at ?? undefined,
    camera: image.camera ?? undefined,
  });
  const locale = readLocale();
  const lines = [
    [words.time, takenAt === undefined ? '' : describeTime(takenAt, locale)],
    [words.camera, camera?.name ?? ''],
    [words.lens, camera?.lens ?? ''],
    [words.exposure, describeExposure(camera ?? {}, locale)],
  ] as const;
  return (
    <>
      {lines
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <Detail key={name} name={name}>
            {text}
          </Detail>
        ))}
    </>
  );
}
