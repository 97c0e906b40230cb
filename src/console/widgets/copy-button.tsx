import { useEffect, useRef, useState } from 'preact/hooks';
import { copyText } from './copy-text.ts';
import { text } from '../text/language.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { COPY } from './rare-icons.ts';

const SAID_MS = 2500;

interface CopyButtonProps {
  /** The text, or a function that finds it on press. */
  readonly value: string | (() => string | Promise<string>);
  readonly label?: string;
  /** The accessible name, if the label alone is not enough. It begins with the label. */
  readonly name?: string;
  readonly kind?: 'primary' | 'secondary' | 'quiet';
  readonly isCompact?: boolean;
}

export function CopyButton(props: CopyButtonProps) {
  const { value, label, name, kind = 'secondary', isCompact = false } = props;
  const { common } = text.value;
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (): Promise<void> => {
    clearTimeout(timer.current);
    setCopied(false);
    if (!(await copyText(typeof value === 'string' ? value : await value()))) return;
    setCopied(true);
    timer.current = setTimeout(() => setCopied(false), SAID_MS);
  };
  const said = label ?? common.copy;
  return (
    <>
      <Button
        kind={kind}
        aria-label={name ?? said}
        title={isCompact ? (name ?? said) : undefined}
        onClick={() => void copy()}
      >
        <span class="copy-faces" data-copied={isCopied} aria-hidden="true">
          <span>
            <Icon name={COPY} />
            {!isCompact && said}
          </span>
          <span>
            <Icon name="check" />
            {!isCompact && common.copied}
          </span>
        </span>
      </Button>
      <span class="visually-hidden" role="status">
        {isCopied ? common.copied : ''}
      </span>
    </>
  );
}
