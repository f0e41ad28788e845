import { type ExecutionRequest, proxySocket } from '../execution/execution.ts'
import { type ScratchFolder, scratchFolders } from './scratch-folders.ts'

/** Paths inside the sandbox. */
export const sandboxPaths = {
  skill: '/skill',
  workspace: '/workspace',
  boot: '/boot',
  node: '/opt/node/bin/node',
} as const

/** The parts of the host that every sandbox shows; probed once. */
export interface HostView {
  /** `/bin` and the like: a link into `/usr`, or a folder on systems that keep them apart. */
  readonly systemFolders: readonly { readonly at: string; readonly linkTo: string | null }[]
  /** Existing files of `/proc` that reveal details of the machine. */
  readonly maskedProcFiles: readonly string[]
  /** Existing folders below `/usr` that are empty in sandboxes. */
  readonly hiddenFolders: readonly string[]
  /** The current Node binary, if it is outside `/usr`. */
  readonly nodeBinary: string | null
  /** PATH inside the sandbox. */
  readonly path: string
}

export interface SandboxView {
  readonly bootFolder: string
  readonly skillFolder: string
  readonly workFolder: string
  /** Where limited scratch folders are mounted, by their names; null when bubblewrap mounts them, which limits their size only. */
  readonly scratchParent: string | null
  readonly layers: ExecutionRequest['layers']
  /** The proxy socket, the only network access; null for none. */
  readonly socket: string | null
}

/** Files of `/proc` to mask where they exist: masking a missing one makes bubblewrap fail. */
export const sensitiveProcFiles = [
  'cmdline',
  'kallsyms',
  'kcore',
  'keys',
  'key-users',
  'timer_list',
  'sched_debug',
  'config.gz',
  'modules',
  'interrupts',
  'latency_stats',
  'sysrq-trigger',
]

/** Settings and sources of this machine: hidden where they exist, as programs in sandboxes do not need them. */
export const localFolders = [
  '/usr/etc',
  '/usr/local/etc',
  '/usr/local/var',
  '/usr/src',
  '/usr/local/src',
]

const hiddenFolderBytes = 4096

/** The environment every program starts with. */
export function baseEnvironment(host: HostView): Record<string, string> {
  return { PATH: host.path, HOME: '/tmp', LANG: 'C.UTF-8' }
}

/** The options of bubblewrap without the command; descriptors as in {@link descriptors}. */
export function bubblewrapArguments(host: HostView, view: SandboxView): string[] {
  return [
    ['--info-fd', String(descriptors.info)],
    ['--unshare-all', '--unshare-user', '--disable-userns', '--assert-userns-disabled'],
    ['--uid', '1000', '--gid', '1000', '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ['--die-with-parent', '--new-session'],
    ['--clearenv', ...environment(baseEnvironment(host))],
    ['--ro-bind', '/usr', '/usr'],
    ...host.hiddenFolders.map((at) => [
      ...['--size', String(hiddenFolderBytes), '--tmpfs', at],
      ...['--remount-ro', at],
    ]),
    ...host.systemFolders.map(({ at, linkTo }) =>
      linkTo === null ? ['--ro-bind', at, at] : ['--symlink', linkTo, at],
    ),
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'].map((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ['--proc', '/proc'],
    ...host.maskedProcFiles.map((name) => ['--ro-bind', '/dev/null', `/proc/${name}`]),
    ['--dev', '/dev', ...mountScratch(scratchFolders.shm, view)],
    ['--remount-ro', '/dev'],
    mountScratch(scratchFolders.tmp, view),
    host.nodeBinary === null ? [] : ['--ro-bind', host.nodeBinary, sandboxPaths.node],
    ...view.layers.map(({ hostPath, at }) => ['--ro-bind', hostPath, at]),
    view.socket === null ? [] : ['--ro-bind', view.socket, proxySocket],
    ['--ro-bind', view.bootFolder, sandboxPaths.boot],
    ['--ro-bind', view.skillFolder, sandboxPaths.skill],
    ['--bind', view.workFolder, sandboxPaths.workspace, '--chdir', sandboxPaths.workspace],
    // Otherwise bubblewrap's root is a writable tmpfs without a limit.
    ['--remount-ro', '/', '--seccomp', String(descriptors.filter)],
  ].flat()
}

/** The descriptors a sandbox starts with, besides the standard three. */
export const descriptors = { control: 3, filter: 4, info: 5, arguments: 6 } as const

function mountScratch(
  { name, at, bytes }: ScratchFolder,
  { scratchParent }: Pick<SandboxView, 'scratchParent'>,
): string[] {
  return scratchParent === null
    ? ['--size', String(bytes), '--tmpfs', at]
    : ['--bind', `${scratchParent}/${name}`, at]
}

function environment(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value])
}
