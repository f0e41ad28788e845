import { shellQuote } from '../bubblewrap/boot/shell.ts'
import type { ExecutionLimits, Runtime } from '../execution/execution.ts'

export interface StartJob {
  readonly runtime: Runtime
  readonly interpreter: string
  /** The real path of the script. */
  readonly script: string
  readonly args: readonly string[]
  /** The complete environment of the script. */
  readonly env: Readonly<Record<string, string>>
  readonly limits: ExecutionLimits
  readonly workspace: string
  /** The value of `ulimit -u`: without a namespace the kernel counts the processes of the user. */
  readonly accountProcesses: number
  /** False on macOS, which has no address space limit. */
  readonly limitsAddressSpace: boolean
}

/** The start script reports readiness on it and waits for the go; closed before the script starts. */
export const controlDescriptor = 3

/**
 * Variables special to Bash: they cannot be set or change its behaviour. They are passed by `env`, where other
 * users may see them briefly; all others are never visible.
 */
const bashVariables =
  /^(BASH.*|COMP_.*|DIRSTACK|ENV|E?UID|FUNCNAME|GLOBIGNORE|GROUPS|HIST.*|HOST(NAME|TYPE)|IFS|LINENO|MACHTYPE|OLDPWD|OPT(ARG|ERR|IND)|OSTYPE|PIPESTATUS|POSIXLY_CORRECT|PPID|PS[0-4]|PWD|RANDOM|SECONDS|SHELLOPTS|SHLVL|_|LC_.*|LANG|LANGUAGE|LD_.*|TEXTDOMAIN.*|TIMEFORMAT|TMOUT)$/

/**
 * The Bash script that runs inside before the user script: sets limits, closes inherited descriptors, reports
 * readiness, waits until its processes are known, and becomes the interpreter with only the script's variables.
 */
export function startScript(job: StartJob): string {
  const { limits } = job
  const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024)
  const variables = Object.entries(job.env)
  const exported = variables.filter(([name]) => !bashVariables.test(name))
  const passedByEnv = variables.filter(([name]) => bashVariables.test(name))
  const command = [job.interpreter, ...optionsOf(job), job.script, ...job.args]
  const words = [...passedByEnv.map(([name, value]) => `${name}=${value}`), ...command]
  return `cd ${shellQuote(job.workspace)} || exit 125
ulimit -c 0
ulimit -n ${limits.openFiles} || exit 125
ulimit -f ${kibibytes(limits.fileBytes)} || exit 125
ulimit -t ${limits.cpuSeconds + 1} && ulimit -S -t ${limits.cpuSeconds} || exit 125
${addressSpaceLine(job)}hard=$(ulimit -H -u)
[ "$hard" != unlimited ] && [ "$hard" -lt ${job.accountProcesses} ] || ulimit -u ${job.accountProcesses} || exit 125
for open in /dev/fd/*; do
  open=\${open##*/}
  [ "$open" -le ${controlDescriptor} ] || eval "exec $open>&-"
done
for name in $(compgen -e); do
  unset "$name"
done
echo started >&${controlDescriptor}
read -r go <&${controlDescriptor} || exit 125
unset go
exec ${controlDescriptor}>&-
${exported.map(([name, value]) => `export ${name}=${shellQuote(value)}\n`).join('')}exec /usr/bin/env ${words.map(shellQuote).join(' ')}
`
}

function addressSpaceLine({ runtime, limits, limitsAddressSpace }: StartJob): string {
  if (!limitsAddressSpace || runtime === 'node') return ''
  return `ulimit -v ${Math.ceil((2 * limits.memoryBytes) / 1024)} || exit 125\n`
}

function optionsOf({ runtime, limits }: StartJob): readonly string[] {
  if (runtime !== 'node') return []
  return [`--max-old-space-size=${Math.max(16, Math.floor(limits.memoryBytes / 2 / 1024 / 1024))}`]
}
