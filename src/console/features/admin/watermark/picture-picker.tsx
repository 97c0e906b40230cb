import { adminText } from '../../../text/admin.ts';
import { previewUrl } from '../../../state/preview-of.ts';
import { useResource } from '../../../state/resource.ts';
import { listOwnPictures, type BasePicture } from './base-pictures.ts';

interface PicturePickerProps {
  readonly chosen: BasePicture;
  readonly onChoose: (picture: BasePicture) => void;
}

/** Chooses the image of the preview; renders nothing if there is only the sample. */
export function PicturePicker({ chosen, onChoose }: PicturePickerProps) {
  const { watermark } = adminText.value;
  const own = useResource(listOwnPictures);
  const pictures = own.value.value ?? [];
  if (pictures.length === 0) return null;
  return (
    <fieldset class="watermark-pictures">
      <legend>{watermark.samples}</legend>
      <div>
        <label>
          <input
            type="radio"
            name="watermark-picture"
            checked={chosen === 'sample'}
            onChange={() => onChoose('sample')}
          />
          <span class="watermark-sample">{watermark.sample}</span>
        </label>
        {pictures.map((picture) => (
          <label key={picture.id}>
            <input
              type="radio"
              name="watermark-picture"
              checked={chosen !== 'sample' && chosen.id === picture.id}
              onChange={() => onChoose(picture)}
            />
            <img
              src={previewUrl(picture, 'square') ?? ''}
              alt={watermark.ownPicture(picture.title === '' ? picture.filename : picture.title)}
              width={72}
              height={72}
              loading="lazy"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
