import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { StandardFifos } from '../streams/fifos.ts'
import { bubblewrapArguments, descriptors } from './arguments.ts'
import type { BubblewrapHost, InstanceKind } from './bubblewrap-host.ts'
import { channel } from './channels.ts'
import { instanceCommand } from './process-limits.ts'
import { mountingScratch } from './scratch-folders.ts'

/** Scripts get the processor after the server, and are the first that the kernel ends when memory runs out. */
const minNiceness = 5
const minOomScore = 900

export interface InstanceFolders {
  readonly folder: string
  readonly skillFolder: string
  readonly workFolder: string
  readonly fifos: StandardFifos
}

/** Starts bubblewrap with the boot program, as the script user. */
export function spawnBubblewrap(
  host: BubblewrapHost,
  kind: InstanceKind,
  folders: InstanceFolders,
): ChildProcess {
  const { bubblewrap, view, interpreters, bootFolder, account, filterFile, scratchMounter } = host
  const { folder, skillFolder, workFolder, fifos } = folders
  const path = interpreters[kind.runtime]
  if (path === undefined) throw new Error(`There is no interpreter for ${kind.runtime}.`)
  const { layers, socket } = kind
  if (socket !== null && account) chownSync(socket, account.uid, account.gid)
  const scratchParent = scratchMounter && folder
  const sandboxView = { bootFolder, skillFolder, workFolder, scratchParent, layers, socket }
  const options = bubblewrapArguments(view, sandboxView)
  // Opened each time: bubblewrap reads to the end, and an inherited offset would be shared.
  const filter = openSync(filterFile, 'r')
  try {
    const { stdin, stdout, stderr } = fifos
    const interpreter = { runtime: kind.runtime, path }
    const plain = [bubblewrap, ...instanceCommand(interpreter, kind.limits)]
    const command = scratchMounter ? mountingScratch(scratchMounter, folder, plain) : plain
    const [program = '', ...args] = command
    const child = spawn(program, args, {
      cwd: '/',
      env: {},
      stdio: [stdin.childEnd, stdout.childEnd, stderr.childEnd, 'pipe', filter, 'pipe', 'pipe'],
      ...(account ?? {}),
    })
    // Handled below by the missing PID.
    child.once('error', () => undefined)
    if (child.pid === undefined) throw new Error(`${program} cannot be started.`)
    for (const stream of child.stdio.slice(3)) stream?.on('error', () => undefined)
    yieldToServer(child.pid)
    // Passed by descriptor, because a script could read the command line.
    channel(child, descriptors.arguments).end(options.map((one) => `${one}\0`).join(''))
    return child
  } finally {
    closeSync(filter)
  }
}

/** Children inherit both. Bubblewrap starts none before it has read its arguments. */
function yieldToServer(pid: number): void {
  setPriority(pid, Math.max(minNiceness, getPriority(pid)))
  const oomFile = `/proc/${pid}/oom_score_adj`
  const oomScore = Math.max(minOomScore, Number(readFileSync(oomFile, 'latin1')))
  writeFileSync(oomFile, String(oomScore))
}
