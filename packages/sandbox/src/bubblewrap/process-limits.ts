import type { ExecutionLimits, Runtime } from '../execution/execution.ts'
import { descriptors, sandboxPaths } from './arguments.ts'

/** Limits the kernel enforces on each process, set before the script starts. */
export interface ProcessLimits {
  readonly processes: number
  readonly fileBytes: number
  readonly cpuSeconds: number
  readonly openFiles: number
  readonly memoryBytes: number
}

export function processLimits(limits: ExecutionLimits): ProcessLimits {
  const { processes, fileBytes, cpuSeconds, openFiles, memoryBytes } = limits
  return { processes, fileBytes, cpuSeconds, openFiles, memoryBytes }
}

/**
 * Sets the limits, closes inherited descriptors above the control descriptor, and becomes the command. The soft
 * CPU limit ends a script with SIGXCPU; the hard one kills those that ignore it.
 */
const wrap = `
ulimit -f "$2" -n "$4" -c 0 -l 0 || exit 125
ulimit -t "$(($3 + 1))" && ulimit -S -t "$3" || exit 125
[ "$5" = 0 ] || ulimit -v "$5" || exit 125
ulimit -u "$1" || exit 125
shift 5
for open in /proc/self/fd/*; do
  open=\${open##*/}
  [ "$open" -le ${descriptors.control} ] || eval "exec $open>&-"
done
exec "$@"`

/** The command of bubblewrap for an instance: the limit script and the boot program of the runtime. */
export function instanceCommand(interpreter: Interpreter, limits: ProcessLimits): string[] {
  const kibibytes = (bytes: number): string => String(Math.ceil(bytes / 1024))
  // V8 reserves far more than it uses, so Node gets a heap limit and the watchdog instead.
  const addressSpace = interpreter.runtime === 'node' ? '0' : kibibytes(2 * limits.memoryBytes)
  return [
    '--args',
    String(descriptors.arguments),
    '--',
    '/usr/bin/bash',
    ...['-c', wrap, 'sandbox', String(limits.processes), kibibytes(limits.fileBytes)],
    ...[String(limits.cpuSeconds), String(limits.openFiles), addressSpace],
    ...bootCommand(interpreter, limits),
  ]
}

/** An interpreter by its path inside the sandbox. */
export interface Interpreter {
  readonly runtime: Runtime
  readonly path: string
}

function bootCommand({ runtime, path }: Interpreter, limits: ProcessLimits): string[] {
  if (runtime === 'python') return [path, `${sandboxPaths.boot}/boot.py`]
  if (runtime === 'shell') return [path, `${sandboxPaths.boot}/boot.sh`]
  const heap = Math.max(16, Math.floor(limits.memoryBytes / 2 / 1024 / 1024))
  return [path, `--max-old-space-size=${heap}`, `${sandboxPaths.boot}/boot.cjs`]
}
