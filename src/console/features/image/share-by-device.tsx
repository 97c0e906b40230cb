import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';
import { SHARE } from '../../widgets/rare-icons.ts';

interface ShareByDeviceProps {
  readonly title: string;
  readonly url: string;
}

// Some browsers lack it, against the types.
const device: { readonly share?: Navigator['share'] } = navigator;

export function ShareByDevice({ title, url }: ShareByDeviceProps) {
  if (device.share === undefined) return null;
  return (
    <Button icon={SHARE} onClick={() => void shareByDevice(title, url)}>
      {imageText.value.shareByDevice}
    </Button>
  );
}

/** False where the browser cannot. */
export function shareByDevice(title: string, url: string): boolean {
  if (device.share === undefined) return false;
  // Cancelling is no failure; after any other error the link can be copied.
  device.share({ title, url }).catch(() => {});
  return true;
}
