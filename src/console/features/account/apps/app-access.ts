import type { Visibility } from '../../../../client/protocol-types.ts';

/** What an app needs to upload. */
export interface AppAccess {
  /** The service's origin, without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  /** Of uploads; null leaves it to the key. */
  readonly visibility: Visibility | null;
}

export interface SettingsFile {
  readonly name: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A setting to be typed in: its name in the app, and its value. */
export type SettingsField = readonly [name: string, value: string];

export const FILE_FIELD = 'file';

export function uploadUrl({ baseUrl }: AppAccess): string {
  return `${baseUrl}/api/v1/upload`;
}

/** Answers the image's URL alone. */
export function textUploadUrl(access: AppAccess): string {
  return `${uploadUrl(access)}?format=text`;
}

export function authorization({ key }: AppAccess): string {
  return `Bearer ${key}`;
}

/** Fields of the form beside the file. */
export function formFields({ visibility }: AppAccess): Readonly<Record<string, string>> {
  return visibility === null ? {} : { visibility };
}

export function serviceName({ baseUrl }: AppAccess): string {
  return `Tintype (${new URL(baseUrl).host})`;
}

export function jsonFile(name: string, value: unknown): SettingsFile {
  return { name, mimeType: 'application/json', text: `${JSON.stringify(value, null, 2)}\n` };
}
