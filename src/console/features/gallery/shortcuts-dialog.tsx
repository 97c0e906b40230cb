import './shortcuts.css';
import { areLettersKeys, chooseLetterKeys } from '../../state/letter-keys.ts';
import { shortcutsText } from '../../text/shortcuts.ts';
import { Dialog } from '../../widgets/dialog.tsx';

const KEYS = {
  viewer: {
    step: ['←', '→'],
    zoom: ['+', '−'],
    fit: ['0'],
    actual: ['1'],
    copy: ['C'],
    download: ['D'],
    full: ['F'],
    info: ['I'],
    strip: ['T'],
    remove: ['Del'],
    leave: ['Esc'],
  },
  gallery: {
    move: ['←', '→', '↑', '↓'],
    open: ['Enter'],
    select: ['Space'],
    all: ['Ctrl', 'A'],
    copy: ['C'],
    remove: ['Del'],
    search: ['/'],
    help: ['?'],
  },
  album: {
    step: ['Alt', '←', '→'],
    ends: ['Alt', 'Home', 'End'],
  },
} as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const words = shortcutsText.value;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div class="shortcuts-parts">
        <Keys title={words.viewer} keys={KEYS.viewer} words={words.inViewer} />
        <Keys title={words.gallery} keys={KEYS.gallery} words={words.inGallery} />
        <Keys title={words.album} keys={KEYS.album} words={words.inAlbum} />
      </div>
      <label class="shortcuts-choice">
        <input
          type="checkbox"
          checked={areLettersKeys.value}
          onChange={(event) => chooseLetterKeys(event.currentTarget.checked)}
        />
        <span>{words.letterKeys}</span>
      </label>
    </Dialog>
  );
}

interface KeysProps<Name extends string> {
  readonly title: string;
  readonly keys: Readonly<Record<Name, readonly string[]>>;
  readonly words: Readonly<Record<Name, string>>;
}

function Keys<Name extends string>({ title, keys, words }: KeysProps<Name>) {
  // A key's name, if it is a word.
  const names: Readonly<Record<string, string>> = shortcutsText.value.keyNames;
  const entries = Object.entries(keys) as [Name, readonly string[]][];
  return (
    <section>
      <h3>{title}</h3>
      <dl class="shortcuts">
        {entries.map(([name, pressed]) => (
          <div key={name}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{names[key] ?? key}</kbd>
              ))}
            </dt>
            <dd>{words[name]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
