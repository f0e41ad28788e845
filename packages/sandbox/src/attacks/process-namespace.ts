import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Python that prints its PID namespace and the start time of that namespace's init. */
export const printNamespace = `import os
print(os.readlink("/proc/self/ns/pid"), open("/proc/1/stat").read().rpartition(")")[2].split()[19], flush=True)
`

/** The same in bash. */
export const printNamespaceInShell = `echo "$(readlink /proc/self/ns/pid) $(sed 's/.*) //' /proc/1/stat | cut -d ' ' -f 20)"
`

/**
 * The live processes of the PID namespace that a script printed in its first line, seen from the host. The
 * kernel reuses namespace numbers, so the start time of the init counts too: without that init the namespace
 * has no process. Zombies do not count.
 */
export function processesIn(firstLine: string): readonly string[] {
  const [, namespace, started] = /^(pid:\[\d+\]) (\d+)(\n|$)/.exec(firstLine) ?? []
  if (namespace === undefined) throw new Error(`No namespace in this line: ${firstLine}`)
  if (namespace === readlinkSync('/proc/self/ns/pid'))
    throw new Error('This is the namespace of the host.')
  const alive = readdirSync('/proc').filter((name) => isAliveIn(name, namespace))
  return alive.some((name) => isInit(name) && startTimeOf(name) === started) ? alive : []
}

function isAliveIn(name: string, namespace: string): boolean {
  try {
    if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return false
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))
  } catch {
    return false
  }
}

function isInit(name: string): boolean {
  return /^NSpid:.*\s1$/m.test(read(`/proc/${name}/status`))
}

function startTimeOf(name: string): string | undefined {
  const stat = read(`/proc/${name}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
