import { shellQuote } from '../bubblewrap/boot/shell.ts'
import type { ExecutionLimits, Runtime } from '../execution.ts'

export interface StartJob {
  readonly runtime: Runtime
  readonly interpreter: string
  /** The script by its real path. */
  readonly script: string
  readonly args: readonly string[]
  /** All variables it shall have. */
  readonly env: Readonly<Record<string, string>>
  readonly limits: ExecutionLimits
  readonly workspace: string
  /** What `ulimit -u` is set to: the kernel counts the processes of the account, wherever it has a namespace. */
  readonly accountProcesses: number
  /** macOS knows no limit of address space. */
  readonly limitsAddressSpace: boolean
}

/** On which it tells that it is there and waits to be let go; closed before the script begins. */
export const controlDescriptor = 3

/**
 * Variables that mean something to Bash itself: they could not be set, or would change what it does next.
 * They are handed over by `env`, which other accounts may see for a moment; all others never are.
 */
const bashOwn =
  /^(BASH.*|COMP_.*|DIRSTACK|ENV|E?UID|FUNCNAME|GLOBIGNORE|GROUPS|HIST.*|HOST(NAME|TYPE)|IFS|LINENO|MACHTYPE|OLDPWD|OPT(ARG|ERR|IND)|OSTYPE|PIPESTATUS|POSIXLY_CORRECT|PPID|PS[0-4]|PWD|RANDOM|SECONDS|SHELLOPTS|SHLVL|_|LC_.*|LANG|LANGUAGE|LD_.*|TEXTDOMAIN.*|TIMEFORMAT|TMOUT)$/

/**
 * What Bash does inside before the script begins: takes the limits, closes what was inherited, tells that it
 * is there, waits until its processes are known, and becomes the interpreter with the script's variables alone.
 */
export function startScript(job: StartJob): string {
  const { limits } = job
  const kibibytes = (bytes: number): number => Math.ceil(bytes / 1024)
  const variables = Object.entries(job.env)
  const exported = variables.filter(([name]) => !bashOwn.test(name))
  const handed = variables.filter(([name]) => bashOwn.test(name))
  const command = [job.interpreter, ...optionsOf(job), job.script, ...job.args]
  const words = [...handed.map(([name, value]) => `${name}=${value}`), ...command]
  return `cd ${shellQuote(job.workspace)} || exit 125
ulimit -c 0
ulimit -n ${limits.openFiles} || exit 125
ulimit -f ${kibibytes(limits.fileBytes)} || exit 125
ulimit -t ${limits.cpuSeconds + 1} && ulimit -S -t ${limits.cpuSeconds} || exit 125
${addressSpaceLine(job)}most=$(ulimit -H -u)
[ "$most" != unlimited ] && [ "$most" -lt ${job.accountProcesses} ] || ulimit -u ${job.accountProcesses} || exit 125
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
