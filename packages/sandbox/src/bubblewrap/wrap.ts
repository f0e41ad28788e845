import type { ExecutionLimits, Runtime } from '../execution.ts'
import { descriptors, inside } from './arguments.ts'

/** What the kernel enforces on each process, from before the first line of a script. */
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
 * Takes the limits, closes what was inherited above the control descriptor, and becomes the command. The
 * soft processor limit ends a script with a signal of its own name; the hard one those that ignore it.
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

/** The whole command of bubblewrap for a slot: itself, the wrapper, the boot program of the runtime. */
export function slotCommand(interpreter: Interpreter, limits: ProcessLimits): string[] {
  const kibibytes = (bytes: number): string => String(Math.ceil(bytes / 1024))
  // V8 reserves far more than it uses: Node gets a heap limit instead, and the watchdog.
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

/** An interpreter by the path it has inside. */
export interface Interpreter {
  readonly runtime: Runtime
  readonly path: string
}

function bootCommand({ runtime, path }: Interpreter, limits: ProcessLimits): string[] {
  if (runtime === 'python') return [path, `${inside.boot}/boot.py`]
  if (runtime === 'shell') return [path, `${inside.boot}/boot.sh`]
  const heap = Math.max(16, Math.floor(limits.memoryBytes / 2 / 1024 / 1024))
  return [path, `--max-old-space-size=${heap}`, `${inside.boot}/boot.cjs`]
}
