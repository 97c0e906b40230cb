import type { SettingsFile } from '../apps/app-access.ts';

/** Lets the browser download a text. */
export function saveFile({ name, mimeType, text }: SettingsFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: mimeType }));
  link.download = name;
  link.click();
  // The browser has taken the file when the task is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
