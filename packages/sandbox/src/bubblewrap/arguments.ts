import { type ExecutionRequest, proxySocket } from '../execution.ts'

/** Where things are inside. */
export const inside = {
  skill: '/skill',
  workspace: '/workspace',
  boot: '/boot',
  node: '/opt/node/bin/node',
} as const

/** What of this machine every sandbox shows; found once by probing. */
export interface HostView {
  /** `/bin` and its like: a link into `/usr`, or (on systems that keep them apart) a folder. */
  readonly systemFolders: readonly { readonly at: string; readonly linkTo: string | null }[]
  /** Files of `/proc` that tell about the machine and exist here. */
  readonly maskedProcFiles: readonly string[]
  /** The Node that runs us, where it is outside `/usr`. */
  readonly nodeBinary: string | null
  /** What PATH is inside. */
  readonly path: string
}

export interface SandboxView {
  readonly bootFolder: string
  readonly skillFolder: string
  readonly workFolder: string
  readonly layers: ExecutionRequest['layers']
  /** A socket of this machine that is all there is of a network; null for none. */
  readonly socket: string | null
  readonly env: Readonly<Record<string, string>>
}

/** Files of `/proc` that are hidden, where they exist: masking one that does not makes bubblewrap fail. */
export const tellingProcFiles = [
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

const scratchBytes = 32 * 1024 * 1024
const sharedMemoryBytes = 1024 * 1024

/** What every program starts with. */
export function baseEnvironment(host: HostView): Record<string, string> {
  return { PATH: host.path, HOME: '/tmp', LANG: 'C.UTF-8' }
}

/** The options of bubblewrap, without the command; descriptors as in {@link descriptors}. */
export function bubblewrapArguments(host: HostView, view: SandboxView): string[] {
  return [
    ['--info-fd', String(descriptors.info)],
    ['--unshare-all', '--unshare-user', '--disable-userns', '--assert-userns-disabled'],
    ['--uid', '1000', '--gid', '1000', '--hostname', 'sandbox', '--cap-drop', 'ALL'],
    ['--die-with-parent', '--new-session'],
    ['--clearenv', ...environment({ ...baseEnvironment(host), ...view.env })],
    ['--ro-bind', '/usr', '/usr'],
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
    ['--dev', '/dev', '--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm'],
    ['--remount-ro', '/dev'],
    ['--size', String(scratchBytes), '--tmpfs', '/tmp'],
    host.nodeBinary === null ? [] : ['--ro-bind', host.nodeBinary, inside.node],
    ...view.layers.map(({ hostPath, at }) => ['--ro-bind', hostPath, at]),
    view.socket === null ? [] : ['--ro-bind', view.socket, proxySocket],
    ['--ro-bind', view.bootFolder, inside.boot],
    ['--ro-bind', view.skillFolder, inside.skill],
    ['--bind', view.workFolder, inside.workspace, '--chdir', inside.workspace],
    // Bubblewrap's own root is a writable tmpfs without a limit otherwise.
    ['--remount-ro', '/', '--seccomp', String(descriptors.filter)],
  ].flat()
}

/** The descriptors a sandbox is started with, besides the three of every program. */
export const descriptors = { control: 3, filter: 4, info: 5, arguments: 6 } as const

function environment(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value])
}
