import { shellQuote } from '../bubblewrap/boot/shell.ts'
import type { ExecutionRequest, Runtime } from '../execution/execution.ts'
import { containerPaths } from './container-arguments.ts'

/** The interpreters' names in an image. */
export const interpreters: Record<Runtime, string> = {
  python: 'python3',
  node: 'node',
  shell: 'bash',
}

/**
 * The script of a container's first process. It starts the user script as its child with only the given
 * variables, waits, and reports the resources used. The image's shell runs it.
 */
export function startScript(request: ExecutionRequest): string {
  const { runtime, entry, args, env, limits } = request
  const heap = Math.max(16, Math.floor(limits.memoryBytes / 2 / 1024 / 1024))
  const variables = { HOME: '/tmp', LANG: 'C.UTF-8', ...env }
  const command = [
    ...['env', '-i', shellWord('PATH', env.PATH)],
    ...Object.entries(variables)
      .filter(([name]) => name !== 'PATH')
      .map(([name, value]) => shellQuote(`${name}=${value}`)),
    interpreters[runtime],
    ...(runtime === 'node' ? [`--max-old-space-size=${heap}`] : []),
    ...[`${containerPaths.skill}/${entry}`, ...args].map(shellQuote),
  ]
  // The shell's message about a killed child must not reach the script's output. The report stays non-empty
  // once it has a line, because readers poll it for the start: `1<>` does not truncate.
  return `exec 3>&2 2>/dev/null
PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}
echo > ${containerPaths.report}
${command.join(' ')} 2>&3 3>&-
code=$?
kills=0 used=0 peak=0
groups=/sys/fs/cgroup
if [ -r $groups/memory.events ]; then
  while read -r name value; do [ "$name" = oom_kill ] && kills=$value; done < $groups/memory.events
  while read -r name value; do [ "$name" = usage_usec ] && used=$((value / 1000)); done < $groups/cpu.stat
  [ -r $groups/memory.peak ] && read -r peak < $groups/memory.peak
elif [ -r $groups/memory/memory.oom_control ]; then
  while read -r name value; do [ "$name" = oom_kill ] && kills=$value; done < $groups/memory/memory.oom_control
  read -r used < $groups/cpuacct/cpuacct.usage && used=$((used / 1000000))
  read -r peak < $groups/memory/memory.max_usage_in_bytes
fi
echo "$kills $used $peak" 1<> ${containerPaths.report}
exit $code
`
}

function shellWord(name: string, value: string | undefined): string {
  return value === undefined ? `${name}="$PATH"` : shellQuote(`${name}=${value}`)
}

/**
 * Resource use reported by a container. The script could forge it: it may indicate out-of-memory, never
 * success.
 */
export interface ContainerReport {
  readonly outOfMemory: boolean
  readonly cpuMs: number | null
  readonly peakMemoryBytes: number | null
}

export function parseReport(text: string): ContainerReport {
  const [, kills, used, peak] = /^(\d{1,15}) (\d{1,15}) (\d{1,15})\n$/.exec(text) ?? []
  const positiveOrNull = (digits: string | undefined): number | null => Number(digits ?? 0) || null
  return {
    outOfMemory: Number(kills ?? 0) > 0,
    cpuMs: positiveOrNull(used),
    peakMemoryBytes: positiveOrNull(peak),
  }
}
