import type { Account } from '../collect/put-files.ts'
import { type ExecutionLimits, type ExecutionRequest, proxySocket } from '../execution/execution.ts'

/** Paths inside the container. */
export const containerPaths = {
  skill: '/skill',
  workspace: '/workspace',
  start: '/boot/start',
  report: '/boot/report',
} as const

/** How containers are started on this machine. */
export interface ContainerSettings {
  /** `podman`, `docker`, or the path of one. */
  readonly command: string
  /** The OCI runtime, such as `runsc`; the engine's default when omitted. */
  readonly runtime?: string | undefined
  /** Further arguments of `run`, after the built-in ones, so that they win. */
  readonly extraArgs: readonly string[]
  readonly account: Account
  /** Rootless podman maps user ids; this keeps the current one. */
  readonly keepsUserId: boolean
  /** The limit of processes per user; containers cannot get more. */
  readonly maxProcesses: number
  /** The label by which orphaned containers are found. */
  readonly label: string
}

/** The container of one execution. */
export interface ContainerView {
  readonly name: string
  readonly image: string
  readonly limits: ExecutionLimits
  readonly layers: ExecutionRequest['layers']
  readonly network: ExecutionRequest['network']
  /** Paths on the host. */
  readonly skillFolder: string
  readonly workFolder: string
  readonly startFile: string
  readonly reportFile: string
}

const scratchBytes = 32 * 1024 * 1024

/** The arguments of the engine. They contain nothing of the script: other users can read command lines. */
export function containerArguments(settings: ContainerSettings, view: ContainerView): string[] {
  const { limits } = view
  const { uid, gid } = settings.account
  const isPodman = /(^|\/)podman[^/]*$/.test(settings.command)
  const ulimit = (name: string, soft: number, hard: number = soft) => [
    ...['--ulimit', `${name}=${soft}:${hard}`],
  ]
  return [
    ...['run', '--name', view.name, '--label', settings.label, '--pull', 'never'],
    ...(settings.runtime === undefined ? [] : ['--runtime', settings.runtime]),
    ...['--interactive', '--sig-proxy=false', '--log-driver', 'none', '--no-healthcheck'],
    ...['--network', 'none', '--hostname', 'sandbox', '--user', `${uid}:${gid}`],
    ...(settings.keepsUserId ? ['--userns', 'keep-id'] : []),
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only'],
    ...(isPodman ? ['--read-only-tmpfs=false'] : []),
    ...['--tmpfs', `/tmp:rw,nosuid,nodev,mode=1777,size=${scratchBytes}`, '--shm-size', '1m'],
    ...['--memory', `${limits.memoryBytes}b`, '--memory-swap', `${limits.memoryBytes}b`],
    ...['--pids-limit', String(limits.processes), '--cpus', '1'],
    ...ulimit('nofile', limits.openFiles),
    ...ulimit('fsize', limits.fileBytes),
    ...ulimit('cpu', limits.cpuSeconds, limits.cpuSeconds + 1),
    ...ulimit('core', 0),
    ...ulimit('nproc', settings.maxProcesses),
    ...mount(view.skillFolder, containerPaths.skill, 'read-only'),
    ...mount(view.workFolder, containerPaths.workspace, 'writable'),
    ...mount(view.startFile, containerPaths.start, 'read-only'),
    ...mount(view.reportFile, containerPaths.report, 'writable'),
    ...view.layers.flatMap(({ hostPath, at }) => mount(hostPath, at, 'read-only')),
    ...(view.network?.kind === 'proxy' ? mount(view.network.socket, proxySocket, 'read-only') : []),
    ...['--workdir', containerPaths.workspace, '--entrypoint', '/bin/sh'],
    ...settings.extraArgs,
    view.image,
    containerPaths.start,
  ]
}

/** Whether the engine can mount the path: it separates mount options by commas. */
export function allowsMount(path: string): boolean {
  return !/[,"\r\n]/.test(path)
}

function mount(source: string, target: string, access: 'read-only' | 'writable'): string[] {
  const parts = ['type=bind', `source=${source}`, `target=${target}`]
  return ['--mount', [...parts, ...(access === 'read-only' ? ['readonly'] : [])].join(',')]
}
