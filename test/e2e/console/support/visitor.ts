import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
/** Wide enough for all controls of the gallery, some of which a narrow window has in a menu. */
export const WINDOW_PX = { width: 1280, height: 800 };

/** The functions of a browser that a visit to the console needs. Elements are found by XPath. */
export interface Visitor extends AsyncDisposable {
  open(url: string): Promise<void>;
  /** Waits until an element is visible. */
  see(path: string): Promise<void>;
  press(path: string): Promise<void>;
  type(path: string, text: string): Promise<void>;
  /** Sets the files of an input, which may be hidden. */
  choose(path: string, files: readonly string[]): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
}

/** Any visible element with this text. */
export const text = (words: string): string =>
  `//*[text()[contains(normalize-space(.), "${words}")]]`;

/** A button or a link by its name. */
export const named = (name: string): string =>
  `//*[self::button or self::a][normalize-space(.)="${name}" or @aria-label="${name}"]`;

/** A field by its label. */
export const field = (label: string): string =>
  `//input[@id=//label[normalize-space(.)="${label}"]/@for or ancestor::label[contains(., "${label}")]]`;

/** Signs up, uploads, finds the images in the gallery and deletes one; returns the number drawn. */
export const uploadAndLook = async (
  visitor: Visitor,
  { baseUrl, username, password }: { baseUrl: string; username: string; password: string },
  files: readonly string[],
): Promise<number> => {
  const count = String(files.length);
  await visitor.open(`${baseUrl}/register`);
  await visitor.type(field('Username'), username);
  await visitor.type(field('Email address'), `${username}@example.com`);
  await visitor.type(field('Password'), password);
  await visitor.press(`//main${named('Create account')}`);
  await visitor.see(text('Drop photos here'));
  await visitor.choose('//input[@data-picker="files"]', files);
  await visitor.see(text(`${count} of ${count} uploaded`));
  await visitor.press(`//nav${named('Gallery')}`);
  await visitor.see(text(`${count} photos`));
  await visitor.see(`(//*[@role="gridcell"])[${count}]`);
  await visitor.type('//input[@type="search"]', 'nothing has this name');
  await visitor.see(text('No results'));
  await visitor.press(named('Show all photos'));
  await visitor.see(`(//*[@role="gridcell"])[${count}]`);
  let drawn = 0;
  for (; ; await sleep(POLL_MS)) {
    drawn = await visitor.evaluate<number>(COUNT_DRAWN);
    if (drawn >= files.length) break;
  }
  await visitor.press(named('Select'));
  await visitor.press('(//*[@role="gridcell"])[1]//a');
  await visitor.see(text('1 selected'));
  await visitor.press(named('Delete'));
  await visitor.press(named('Delete 1 photo'));
  await visitor.see(text('Moving 1 photo to trash'));
  await visitor.press('//*[contains(@class, "toast")]//button[@aria-label="Close"]');
  await visitor.see(text('1 photo moved to trash'));
  return drawn;
};

const COUNT_DRAWN = `[...document.querySelectorAll('[role=gridcell] img')]
  .filter((image) => image.complete && image.naturalWidth > 0).length`;
