import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { isConnected } from '../state/connection.ts';

/**
 * A part of the layout or of a page that few see, or not at once: it is loaded when it is first shown. Its place is empty
 * until then; what does not come is asked for again with the next page, and when the service is back.
 */
export function loadWhenShown<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  return (props: Props) => {
    const { path } = useLocation();
    const isBack = isConnected.value;
    useEffect(() => {
      const show = async (): Promise<void> => {
        loaded.value ??= await load();
      };
      show().catch(() => undefined);
    }, [path, isBack]);
    const Part = loaded.value;
    return Part === null ? null : <Part {...props} />;
  };
}
