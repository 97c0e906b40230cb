import { useSignal } from '@preact/signals';
import { api, call } from '../../api/client.ts';
import { formatNumber } from '../../state/format.ts';
import { announceImages } from '../../state/image-changes.ts';
import { isLegacy } from '../../state/preview-of.ts';
import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { ConfirmDialog } from '../../widgets/confirm-dialog.tsx';
import { showToast } from '../../widgets/toast.tsx';
import { Detail } from './detail.tsx';
import type { ImageDetail } from './use-image.ts';

/** About a metre. */
const DEGREE_FORMAT = { minimumFractionDigits: 5, maximumFractionDigits: 5 } as const;

interface LocationDetailProps {
  readonly image: ImageDetail;
  readonly isLocked: boolean;
  readonly onChange: (image: ImageDetail) => void;
}

/** Where it was taken, which its owner alone sees, and may take away. */
export function LocationDetail({ image, isLocked, onChange }: LocationDetailProps) {
  const words = imageText.value.taken;
  const isAsking = useSignal(false);
  const { id, location } = image;
  if (location === null) return null;
  const remove = async (): Promise<void> => {
    const params = { path: { id } };
    // The types of openapi-fetch let no body have a field that is null alone.
    const body = { location: null as never };
    onChange({ ...image, ...(await call(api.PATCH('/api/v1/images/{id}', { params, body }))) });
    announceImages({ changed: [{ id, location: null }] });
    showToast({ message: words.locationRemoved });
  };
  const close = (): void => {
    isAsking.value = false;
  };
  const [latitude, longitude] = [location.latitude, location.longitude].map((degrees) =>
    formatNumber(degrees, DEGREE_FORMAT),
  );
  return (
    <Detail name={words.location}>
      {words.coordinates(latitude ?? '', longitude ?? '')}
      {!isLocked && (
        <div class="image-buttons">
          <Button
            onClick={() => {
              isAsking.value = true;
            }}
          >
            {words.removeLocation}
          </Button>
        </div>
      )}
      {isAsking.value && (
        <ConfirmDialog
          title={words.removeLocationTitle}
          action={words.removeLocationAction}
          onConfirm={remove}
          onClose={close}
        >
          <p>{isLegacy(image) ? words.removeLocationOriginal : words.removeLocationHint}</p>
        </ConfirmDialog>
      )}
    </Detail>
  );
}
