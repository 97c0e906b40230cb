import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

/**
 * A part of the layout that few see: it is loaded when it is first shown. Its place is empty until then, and where it does
 * not come, until it is shown once more.
 */
export function loadWhenShown(load: () => Promise<ComponentType>): ComponentType {
  const loaded = signal<ComponentType | null>(null);
  return () => {
    useEffect(() => {
      const show = async (): Promise<void> => {
        loaded.value = await load();
      };
      show().catch(() => undefined);
    }, []);
    const Part = loaded.value;
    return Part === null ? null : <Part />;
  };
}
