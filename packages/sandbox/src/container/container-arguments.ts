import type { Account } from '../collect/put-files.ts'
import { type ExecutionLimits, type ExecutionRequest, proxySocket } from '../execution.ts'

/** Where things are inside. */
export const inside = {
  skill: '/skill',
  workspace: '/workspace',
  start: '/boot/start',
  report: '/boot/report',
} as const

/** How containers are started on this machine. */
export interface ContainerSettings {
  /** `podman`, `docker`, or a path of one. */
  readonly command: string
  /** What runs the containers below it, such as `runsc`; the engine's own when left out. */
  readonly runtime?: string | undefined
  /** Further arguments of `run`, after ours, so that they win. */
  readonly extraArgs: readonly string[]
  readonly account: Account
  /** Podman without root maps accounts; this keeps ours. */
  readonly keepsAccount: boolean
  /** Processes an account may have here; more cannot be given. */
  readonly mostProcesses: number
  /** Whose containers these are, to find what was left behind. */
  readonly label: string
}

/** One container for one execution. */
export interface ContainerView {
  readonly name: string
  readonly image: string
  readonly limits: ExecutionLimits
  readonly layers: ExecutionRequest['layers']
  readonly network: ExecutionRequest['network']
  /** Folders and files of this machine. */
  readonly skillFolder: string
  readonly workFolder: string
  readonly startFile: string
  readonly reportFile: string
}

const scratchBytes = 32 * 1024 * 1024

/** The arguments of the engine. Nothing of the script is among them: other users see command lines. */
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
    ...(settings.keepsAccount ? ['--userns', 'keep-id'] : []),
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--read-only'],
    ...(isPodman ? ['--read-only-tmpfs=false'] : []),
    ...['--tmpfs', `/tmp:rw,nosuid,nodev,mode=1777,size=${scratchBytes}`, '--shm-size', '1m'],
    ...['--memory', `${limits.memoryBytes}b`, '--memory-swap', `${limits.memoryBytes}b`],
    ...['--pids-limit', String(limits.processes), '--cpus', '1'],
    ...ulimit('nofile', limits.openFiles),
    ...ulimit('fsize', limits.fileBytes),
    ...ulimit('cpu', limits.cpuSeconds, limits.cpuSeconds + 1),
    ...ulimit('core', 0),
    ...ulimit('nproc', settings.mostProcesses),
    ...mount(view.skillFolder, inside.skill, true),
    ...mount(view.workFolder, inside.workspace, false),
    ...mount(view.startFile, inside.start, true),
    ...mount(view.reportFile, inside.report, false),
    ...view.layers.flatMap(({ hostPath, at }) => mount(hostPath, at, true)),
    ...(view.network?.kind === 'proxy' ? mount(view.network.socket, proxySocket, true) : []),
    ...['--workdir', inside.workspace, '--entrypoint', '/bin/sh'],
    ...settings.extraArgs,
    view.image,
    inside.start,
  ]
}

/** Whether the engine can be told to mount it: it separates the parts of a mount by commas. */
export function isMountable(path: string): boolean {
  return !/[,"\r\n]/.test(path)
}

function mount(source: string, target: string, readOnly: boolean): string[] {
  const parts = ['type=bind', `source=${source}`, `target=${target}`]
  return ['--mount', [...parts, ...(readOnly ? ['readonly'] : [])].join(',')]
}
