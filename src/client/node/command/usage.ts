/** A fault of the command line; its message is shown with a hint at the help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const USAGE = `Usage: tintype COMMAND

  login URL [--key KEY] [--private]   remember a server and an API key, which is asked for, or read from the input;
                                      --private uploads private images
  up [--public | --private] FILE…     upload images, public ones unless told otherwise, and print a URL a line
  ls [--limit N] [--search TEXT]      list images, the newest first: id, URL, visibility, time, name
  rm ID|URL…                          delete images

  TINTYPE_URL and TINTYPE_KEY replace what login remembers. Keys are made in the console, under Account, Apps and keys:
  up needs the right “upload”, ls “read”, rm “manage”, and “read” for a URL.
`;

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}
