import { imageText } from '../../text/image.ts';
import { Button } from '../../widgets/button.tsx';

interface ShareByDeviceProps {
  readonly title: string;
  readonly url: string;
}

export function ShareByDevice({ title, url }: ShareByDeviceProps) {
  // Some browsers lack it, against the types.
  const device = navigator as { readonly share?: Navigator['share'] };
  if (device.share === undefined) return null;
  const share = async (): Promise<void> => {
    // Cancelling is no failure; after any other error the link can be copied.
    await navigator.share({ title, url }).catch(() => {});
  };
  return (
    <Button icon="share" onClick={() => void share()}>
      {imageText.value.shareByDevice}
    </Button>
  );
}
