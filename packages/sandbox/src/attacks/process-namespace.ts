import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A line of Python that tells in which process namespace it runs, and when that was made. */
export const tellNamespace = `import os
print(os.readlink("/proc/self/ns/pid"), open("/proc/1/stat").read().rpartition(")")[2].split()[19], flush=True)
`

/** The same for bash. */
export const tellNamespaceInShell = `echo "$(readlink /proc/self/ns/pid) $(sed 's/.*) //' /proc/1/stat | cut -d ' ' -f 20)"
`

/**
 * The processes of this machine that live in the namespace that a script told of in its first line, seen from
 * outside. The kernel gives the number of one that is gone to the next that is made, so the start of its init
 * counts, too: without that init there is no process in it. A dead process that is not buried yet does not live.
 */
export function processesIn(told: string): readonly string[] {
  const [, namespace, started] = /^(pid:\[\d+\]) (\d+)(\n|$)/.exec(told) ?? []
  if (namespace === undefined) throw new Error(`This tells of no namespace: ${told}`)
  if (namespace === readlinkSync('/proc/self/ns/pid')) throw new Error('This is our own namespace.')
  const living = readdirSync('/proc').filter((name) => isLivingIn(name, namespace))
  return living.some((name) => isInit(name) && startOf(name) === started) ? living : []
}

function isLivingIn(name: string, namespace: string): boolean {
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

function startOf(name: string): string | undefined {
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
