import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';

interface ShareByDeviceProps {
  readonly title: string;
  readonly url: string;
}

/** Hands a link to what the device shares with; nothing where it has none. */
export function ShareByDevice({ title, url }: ShareByDeviceProps) {
  // Types know no browser without it.
  const device = navigator as { readonly share?: Navigator['share'] };
  if (device.share === undefined) return null;
  const share = async (): Promise<void> => {
    // Who thinks better of it is no failure; whatever else goes wrong, the link can be copied.
    await navigator.share({ title, url }).catch(() => {});
  };
  return (
    <Button icon="share" onClick={() => void share()}>
      {imageText.value.shareByDevice}
    </Button>
  );
}
