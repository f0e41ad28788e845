import { expect } from 'vitest'
import { fileOf, runScript } from '../contract/run-script.ts'
import type { Attack } from './attack-target.ts'
import { printNamespace, printNamespaceInShell, processesIn } from './process-namespace.ts'

/** Attacks on other executions, concurrent and later ones. */
export const crossExecutionAttacks = {
  async 'finding a concurrent execution'({ sandbox, marker }) {
    const abort = new AbortController()
    const secret = `beside-${marker}`
    let other: Promise<unknown> = Promise.resolve()
    await new Promise<void>((resolve) => {
      other = runScript(sandbox, 'shell', `echo "${secret}" > note; echo ready; sleep 60`, {
        env: { SECRET: secret },
        args: [secret],
        files: [fileOf('private.txt', secret)],
        limits: { wallMs: 60_000 },
        listener: { signal: abort.signal, onOutput: () => resolve() },
      })
    })
    const script = `
above="\${PWD%/*/*}"
grep -rls "besid[e]-" /skill /workspace "$above" /tmp /dev/shm /boot /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null
ps ax 2>/dev/null | grep -c "besid[e]-"
ls -d "$above"/run-*/ 2>/dev/null | wc -l; ls -A . ../skill`
    const { stdout } = await runScript(sandbox, 'shell', script)
    abort.abort()
    await other
    expect(stdout).toMatch(/^0\n[01]\n\.:\n\n\.\.\/skill:\nmain\.sh\n$/)
  },

  async 'surviving its end by ignoring every signal'({ sandbox }) {
    const script = `${printNamespace}
import signal, time
for n in range(1, 32):
  try: signal.signal(n, signal.SIG_IGN)
  except OSError: pass
if os.fork() == 0: os.setsid()
time.sleep(100)`
    const abort = new AbortController()
    let seen: readonly string[] = []
    const onOutput = (_: string, bytes: Uint8Array): void => {
      seen = processesIn(Buffer.from(bytes).toString())
      abort.abort()
    }
    const listener = { signal: abort.signal, onOutput }
    const limits = { wallMs: 60_000 }
    const { stdout, status } = await runScript(sandbox, 'python', script, { listener, limits })
    expect(status).toBe('cancelled')
    // The processes are visible while they live, which proves the check below.
    expect(seen).not.toEqual([])
    expect(processesIn(stdout)).toEqual([])
  },

  'surviving its script by setsid': survivalAttack('setsid sleep 100 > /dev/null 2>&1 &'),
  'surviving its script by nohup': survivalAttack('nohup sleep 100 > /dev/null 2>&1 &'),
  'surviving its script by a double fork': survivalAttack(
    '( ( sleep 100 & ) & ); ( (setsid sh -c "trap : TERM HUP INT; sleep 100" &) & )',
  ),
  'surviving its script by holding the output open': survivalAttack('sleep 100 &'),
  'leaving forty zombies': survivalAttack(
    'python3 -c "import os, time\n[os.fork() or os._exit(0) for n in range(40)]\ntime.sleep(0.1)"',
  ),
} satisfies Record<string, Attack>

function survivalAttack(script: string): Attack {
  return async ({ sandbox }) => {
    const { stdout, status } = await runScript(sandbox, 'shell', printNamespaceInShell + script)
    expect(status).toBe('ok')
    expect(processesIn(stdout)).toEqual([])
  }
}
