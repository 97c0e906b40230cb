import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { isConnected } from '../state/connection.ts';
import { importChunk } from './import-chunk.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A component whose code is imported when it is first shown; empty until then. Retries on navigation and on reconnect.
 * @param bring - `importForAction` where people wait for it, or a reload would lose what they gave.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  bring: (load: Load<Props>) => Promise<ComponentType<Props> | null> = importChunk,
): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | null>(null);
  return (props: Props) => {
    const { path } = useLocation();
    const isReached = isConnected.value;
    useEffect(() => {
      const show = async (): Promise<void> => {
        loaded.value ??= await bring(load);
      };
      show().catch(() => undefined);
    }, [path, isReached]);
    const Component = loaded.value;
    return Component === null ? null : <Component {...props} />;
  };
}
