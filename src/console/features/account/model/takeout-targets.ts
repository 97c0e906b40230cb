/** Files that the person chooses, by the File System Access API (WICG). */

import type { TakeoutTarget } from './takeout-run.ts';

interface Pickers {
  showSaveFilePicker?(options: {
    readonly id: string;
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
  showDirectoryPicker?(options: {
    readonly id: string;
    readonly mode: 'readwrite';
  }): Promise<FileSystemDirectoryHandle>;
}

const PICKER_ID = 'takeout';

/** Whether the page can write files; otherwise the browser downloads them. */
export function canWriteFiles(): boolean {
  return (globalThis as Pickers).showSaveFilePicker !== undefined;
}

/** Needs a user gesture. Null if the person cancels. */
export async function pickTarget(
  volume: number,
  volumes: number,
  filename: string,
): Promise<TakeoutTarget | null> {
  try {
    return volumes > volume ? await pickFolder(volume, filename) : await pickFile(volume, filename);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

async function pickFolder(volume: number, filename: string): Promise<TakeoutTarget> {
  const folder = await (globalThis as Pickers).showDirectoryPicker?.({
    id: PICKER_ID,
    mode: 'readwrite',
  });
  if (folder === undefined) return pickFile(volume, filename);
  return {
    takes: () => true,
    openFile: async (name) => (await folder.getFileHandle(name, { create: true })).createWritable(),
  };
}

async function pickFile(volume: number, filename: string): Promise<TakeoutTarget> {
  const file = await (globalThis as Pickers).showSaveFilePicker?.({
    id: PICKER_ID,
    suggestedName: filename,
    types: [{ accept: { 'application/zip': ['.zip'] } }],
  });
  if (file === undefined) throw new DOMException('No picker', 'NotSupportedError');
  return { takes: (asked) => asked === volume, openFile: () => file.createWritable() };
}
