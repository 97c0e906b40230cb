import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ListeningSocket {
  readonly port: number;
  readonly isLoopback: boolean;
}

const LISTEN = '0A';
/** Addresses in Linux's format: 32-bit groups in host byte order. */
const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/u;

/** TCP sockets on which a process group listens; null without /proc. */
export const findListeningSockets = (processGroup: number): ListeningSocket[] | null => {
  if (process.platform !== 'linux') return null;
  const inodes = new Set(readdirSync('/proc').flatMap((pid) => socketsOf(pid, processGroup)));
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    lines(file).flatMap((line) => {
      const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/u);
      if (state !== LISTEN || !inodes.has(inode)) return [];
      const [address = '', port = ''] = local.split(':');
      return [{ port: Number.parseInt(port, 16), isLoopback: LOOPBACK.test(address) }];
    }),
  );
};

const socketsOf = (pid: string, processGroup: number): string[] => {
  if (!/^\d+$/u.test(pid)) return [];
  try {
    // The process name may contain anything, up to the last parenthesis (proc_pid_stat(5)).
    const [, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    if (Number(group) !== processGroup) return [];
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    // The process or file has disappeared meanwhile.
    return [];
  }
};

const lines = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
};
