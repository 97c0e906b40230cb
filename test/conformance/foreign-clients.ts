/** A program that nobody here wrote, and its command that fetches a link. */
export interface ForeignClient {
  readonly name: string;
  readonly program: string;
  /** Writes the body into `file`, or to standard output. */
  readonly args: (url: string, file: string) => readonly string[];
  /** Prints width and height of the image that it has decoded instead. */
  readonly isDecoder?: boolean;
  /** For a decoder that starts slowly: fetches all links, and prints their sizes in order as the title of a page. */
  readonly argsOfAll?: (urls: readonly string[]) => readonly string[];
  /** Its `Host` has no port, so that an absolute redirect from a port that is not the scheme's leads elsewhere. */
  readonly omitsPort?: boolean;
  /** Succeeds where a library is installed that the program needs. */
  readonly probe?: readonly string[];
}

const python = (name: string, code: string): ForeignClient => ({
  name: `Python ${name}`,
  program: 'python3',
  args: (url, file) => ['-c', code, url, file],
  probe: ['-c', `import ${name}`],
});

const node = (name: string, code: string): ForeignClient => ({
  name: `Node ${name}`,
  program: 'node',
  args: (url) => ['--input-type=module', '-e', `${code}; process.stdout.write(b)`, url],
  probe: name === 'fetch' ? ['-v'] : ['--input-type=module', '-e', `import '${name}'`],
});

/** Sources that a program compiles first. The URL is the first argument, the file the second. */
const JAVA_CLIENT = `import java.net.*; import java.net.http.*; import java.nio.file.*;
public class Client { public static void main(String[] a) throws Exception {
  HttpClient c = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
  HttpResponse<Path> r = c.send(HttpRequest.newBuilder(URI.create(a[0])).build(), HttpResponse.BodyHandlers.ofFile(Path.of(a[1])));
  if (r.statusCode() != 200) System.exit(1); } }`;

const JAVA_STREAM = `import java.net.*; import java.nio.file.*;
public class Client { public static void main(String[] a) throws Exception {
  Files.copy(new URL(a[0]).openStream(), Path.of(a[1])); } }`;

const GO_CLIENT = `package main
import ("io"; "net/http"; "os")
func main() { r, err := http.Get(os.Args[1]); if err != nil || r.StatusCode != 200 { os.Exit(1) }
  f, _ := os.Create(os.Args[2]); if _, err := io.Copy(f, r.Body); err != nil { os.Exit(1) } }`;

const MONO_CLIENT = `class Client { static void Main(string[] a) { new System.Net.WebClient().DownloadFile(a[0], a[1]); } }`;

/** Writes a source beside the file, then runs it there. */
const compiled = (
  name: string,
  [program, source, text]: readonly [program: string, source: string, text: string],
  command: string,
): ForeignClient => ({
  name,
  program: 'sh',
  args: (url, file) => [
    '-c',
    `cd "$(dirname "$2")" && printf %s "$3" > ${source} && ${command}`,
    'sh',
    url,
    file,
    text,
  ],
  probe: ['-c', `command -v ${program}`],
});

const FFPROBE_OPTIONS =
  '-v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0:s=x'.split(' ');

/** A page without an address of its own may ask no local server otherwise. */
const CHROMIUM_OPTIONS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-features=LocalNetworkAccessChecks',
  '--virtual-time-budget=10000',
  '--dump-dom',
];

const chromiumPage = (urls: readonly string[]): string => {
  const images = urls.map((url) => `<img src="${url}">`).join('');
  const title = `document.title=[...document.images].map((one) => one.naturalWidth+' '+one.naturalHeight)`;
  return `data:text/html,<body onload="${title}">${images}`;
};

export const FOREIGN_CLIENTS: readonly ForeignClient[] = [
  { name: 'curl', program: 'curl', args: (url, file) => ['-fsSL', '-o', file, url] },
  { name: 'wget', program: 'wget', args: (url, file) => ['-q', '-O', file, url] },
  {
    name: 'wget2',
    program: 'wget2',
    args: (url, file) => ['-q', '-O', file, url],
    omitsPort: true,
  },
  { name: 'HTTPie', program: 'http', args: (url) => ['-I', '-F', '--check-status', '-b', url] },
  {
    name: 'aria2',
    program: 'aria2c',
    args: (url, file) => ['-q', '-d', '/', '-o', file.slice(1), url],
  },
  {
    name: 'axel in four parts',
    program: 'axel',
    args: (url, file) => ['-q', '-n', '4', '-o', file, url],
  },
  { name: 'lftp', program: 'lftp', args: (url, file) => ['-c', `get1 -o "${file}" "${url}"`] },
  { name: 'Lynx', program: 'lynx', args: (url) => ['-source', url] },
  { name: 'w3m', program: 'w3m', args: (url) => ['-dump_source', url] },
  { name: 'Links', program: 'links2', args: (url) => ['-source', url] },
  { name: 'ELinks', program: 'elinks', args: (url) => ['-source', '1', url] },
  python(
    'urllib.request',
    'import sys, urllib.request as u; u.urlretrieve(sys.argv[1], sys.argv[2])',
  ),
  python(
    'requests',
    'import sys, requests as q; r = q.get(sys.argv[1]); r.raise_for_status(); open(sys.argv[2], "wb").write(r.content)',
  ),
  python(
    'httpx',
    'import sys, httpx as q; r = q.get(sys.argv[1], follow_redirects=True); r.raise_for_status(); open(sys.argv[2], "wb").write(r.content)',
  ),
  python(
    'aiohttp',
    `import sys, asyncio, aiohttp
async def main():
  async with aiohttp.ClientSession(raise_for_status=True) as s:
    async with s.get(sys.argv[1]) as r: open(sys.argv[2], "wb").write(await r.read())
asyncio.run(main())`,
  ),
  python(
    'pycurl',
    'import sys, pycurl; c = pycurl.Curl(); c.setopt(c.URL, sys.argv[1]); c.setopt(c.FOLLOWLOCATION, 1); c.setopt(c.FAILONERROR, 1); f = open(sys.argv[2], "wb"); c.setopt(c.WRITEDATA, f); c.perform()',
  ),
  {
    name: 'Ruby open-uri',
    program: 'ruby',
    args: (url, file) => [
      '-ropen-uri',
      '-e',
      'IO.binwrite(ARGV[1], URI.open(ARGV[0]).read)',
      url,
      file,
    ],
  },
  {
    name: 'PHP',
    program: 'php',
    args: (url, file) => ['-r', 'exit(copy($argv[1], $argv[2]) ? 0 : 1);', '--', url, file],
  },
  {
    name: 'Perl LWP',
    program: 'perl',
    args: (url, file) => [
      '-MLWP::Simple',
      '-e',
      'exit(is_success(getstore($ARGV[0], $ARGV[1])) ? 0 : 1)',
      url,
      file,
    ],
    probe: ['-MLWP::Simple', '-e', '1'],
  },
  {
    name: 'Perl HTTP::Tiny',
    program: 'perl',
    args: (url, file) => [
      '-MHTTP::Tiny',
      '-e',
      'exit(HTTP::Tiny->new->mirror($ARGV[0], $ARGV[1])->{success} ? 0 : 1)',
      url,
      file,
    ],
  },
  {
    name: 'Lua socket',
    program: 'lua5.4',
    args: (url, file) => [
      '-e',
      'local h, l = require("socket.http"), require("ltn12"); local ok, s = h.request{url=arg[1], sink=l.sink.file(io.open(arg[2], "wb"))}; os.exit(s == 200)',
      '-',
      url,
      file,
    ],
    probe: ['-e', 'require("socket.http")'],
  },
  {
    name: 'R',
    program: 'Rscript',
    args: (url, file) => [
      '-e',
      'a <- commandArgs(TRUE); quit(status = download.file(a[1], a[2], mode = "wb", quiet = TRUE))',
      url,
      file,
    ],
  },
  compiled('Java HttpClient', ['java', 'Client.java', JAVA_CLIENT], 'java Client.java "$1" "$2"'),
  compiled('Java URL', ['java', 'Client.java', JAVA_STREAM], 'java Client.java "$1" "$2"'),
  compiled('Go', ['go', 'client.go', GO_CLIENT], 'go run client.go "$1" "$2"'),
  compiled(
    'Mono',
    ['mcs', 'Client.cs', MONO_CLIENT],
    'mcs -out:Client.exe Client.cs && mono Client.exe "$1" "$2"',
  ),
  node('fetch', 'const r = await fetch(process.argv[1]); const b = await r.bytes()'),
  node(
    'undici',
    `import { Agent, interceptors, request } from 'undici'; const dispatcher = new Agent().compose(interceptors.redirect({ maxRedirections: 5 })); const r = await request(process.argv[1], { dispatcher }); const b = Buffer.from(await r.body.arrayBuffer())`,
  ),
  node(
    'axios',
    `import axios from 'axios'; const b = (await axios.get(process.argv[1], { responseType: 'arraybuffer' })).data`,
  ),
  node('got', `import got from 'got'; const b = await got(process.argv[1]).buffer()`),
  node(
    'node-fetch',
    `import load from 'node-fetch'; const b = Buffer.from(await (await load(process.argv[1])).arrayBuffer())`,
  ),
  {
    name: 'ImageMagick',
    program: 'sh',
    args: (url) => ['-c', 'identify -format "%w %h" "$1"', 'sh', url],
    isDecoder: true,
    // Debian's policy forbids it to fetch.
    probe: [
      '-c',
      'command -v identify && ! identify -list policy | tr -d "\\n" | grep -q "None *pattern: HTTP"',
    ],
  },
  {
    name: 'GraphicsMagick',
    program: 'gm',
    args: (url) => ['identify', '-format', '%w %h', `${url}[0]`],
    isDecoder: true,
  },
  {
    name: 'FFmpeg',
    program: 'ffprobe',
    args: (url) => [...FFPROBE_OPTIONS, url],
    isDecoder: true,
  },
  {
    name: 'Chromium',
    program: 'chromium',
    args: (url) => [...CHROMIUM_OPTIONS, chromiumPage([url])],
    argsOfAll: (urls) => [...CHROMIUM_OPTIONS, chromiumPage(urls)],
    isDecoder: true,
  },
];
