import { useRef } from 'preact/hooks';
import type { Recipe } from '../../../client/protocol-types.ts';
import { formatBytes } from '../../state/format.ts';
import { uploadText } from '../../text/upload.ts';
import { pickImages } from './model/collect-files.ts';
import { news, queue } from './model/open-queue.ts';
import { chooseVisibility, visibility } from './model/upload-visibility.ts';
import { PICKED_TYPES } from './model/picked-types.ts';
import { uploadFiles } from './model/upload-files.ts';
import { Button } from '../../widgets/button.tsx';
import { SelectField } from '../../widgets/field.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { AlbumField } from './album-field.tsx';
import { CAMERA } from '../../widgets/rare-icons.ts';

const HAS_CAMERA = matchMedia('(pointer: coarse)').matches;
const HAS_FOLDERS = 'webkitdirectory' in HTMLInputElement.prototype && !HAS_CAMERA;

interface PickerProps {
  readonly recipe: Recipe | null;
  readonly isSmall: boolean;
}

export function FilePicker({ recipe, isSmall }: PickerProps) {
  const upload = uploadText.value;
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement): void => {
    const chosen = [...(input.files ?? [])];
    input.value = '';
    if (!input.webkitdirectory) return void add(chosen);
    const { files: images, leftOut } = pickImages(chosen);
    void add(images, leftOut);
  };
  const maxBytes = recipe?.max_source_bytes;
  return (
    <section
      class={isSmall ? 'upload-picker upload-picker-small' : 'upload-picker'}
      aria-labelledby="upload-picker-title"
    >
      {!isSmall && <Icon name="upload" />}
      {/* Touch has no drag and drop. */}
      <h2 id="upload-picker-title">{HAS_CAMERA ? upload.addTitle : upload.dropTitle}</h2>
      {!isSmall && !HAS_CAMERA && <p>{upload.dropHint}</p>}
      <div class="upload-picker-buttons">
        <Button kind="primary" onClick={() => files.current?.click()}>
          {upload.choose}
        </Button>
        {HAS_FOLDERS && (
          <Button onClick={() => folder.current?.click()}>{upload.chooseFolder}</Button>
        )}
        {HAS_CAMERA && (
          <Button icon={CAMERA} onClick={() => camera.current?.click()}>
            {upload.takePhoto}
          </Button>
        )}
      </div>
      <p class="upload-hint">
        {upload.accepted(
          maxBytes === undefined ? null : formatBytes(maxBytes),
          // A file that is sent unprepared may be animated.
          recipe?.v2_enabled === false,
        )}
      </p>
      <div class="upload-choices">
        <SelectField
          label={upload.visibility}
          value={visibility.value}
          options={upload.visibilities}
          onValue={chooseVisibility}
        />
        <AlbumField />
      </div>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={PICKED_TYPES}
        data-picker="files"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={(input) => {
          folder.current = input;
          // Preact's types lack the attribute.
          if (input !== null) input.webkitdirectory = true;
        }}
        type="file"
        hidden
        data-picker="folder"
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        data-picker="camera"
        onChange={(event) => take(event.currentTarget)}
      />
    </section>
  );
}

/** Announces the files: the list that shows them is not read by itself. */
async function add(files: readonly File[], leftOut = 0): Promise<void> {
  if (!(await uploadFiles(files, { leftOut }))) return;
  const isPaused = queue.peek()?.isPaused.peek() === true;
  news.value = uploadText.peek().taken(files.length, isPaused);
}
