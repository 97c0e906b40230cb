import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface ListeningSocket {
  readonly port: number;
  readonly isLoopback: boolean;
}

const LISTEN = '0A';
/** As Linux writes addresses: each group of 32 bits in the order of the processor. */
const LOOPBACK = /^(?:[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)$/u;

/** The sockets of TCP on which the processes of a group listen; null where the system has no such files. */
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
    // Its name, which may hold anything, ends with the last parenthesis (proc_pid_stat(5)).
    const [, , group] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .split(' ');
    if (Number(group) !== processGroup) return [];
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const inode = /^socket:\[(\d+)\]$/u.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    // The process or the file has gone in between.
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
