import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync } from 'node:fs'
import type { StandardFifos } from '../streams/fifos.ts'
import { bubblewrapArguments, descriptors } from './arguments.ts'
import { channel } from './channels.ts'
import type { SlotHost, SlotKind } from './slot-host.ts'
import { slotCommand } from './wrap.ts'

export interface SlotPlace {
  readonly skillFolder: string
  readonly workFolder: string
  readonly fifos: StandardFifos
}

/** Starts bubblewrap with the boot program in it, as the account that runs scripts. */
export function spawnSlot(host: SlotHost, kind: SlotKind, place: SlotPlace): ChildProcess {
  const { bubblewrap, view, interpreters, bootFolder, account, filterFile } = host
  const { skillFolder, workFolder, fifos } = place
  const path = interpreters[kind.runtime]
  if (path === undefined) throw new Error(`There is no interpreter for ${kind.runtime}.`)
  const { layers, socket } = kind
  if (socket !== null && account) chownSync(socket, account.uid, account.gid)
  const sandboxView = { bootFolder, skillFolder, workFolder, layers, socket }
  const options = bubblewrapArguments(view, { ...sandboxView, env: kind.startEnv })
  // Opened anew each time: bubblewrap reads to the end, and an inherited offset is shared.
  const filter = openSync(filterFile, 'r')
  try {
    const { stdin, stdout, stderr } = fifos
    const child = spawn(bubblewrap, slotCommand({ runtime: kind.runtime, path }, kind.limits), {
      cwd: '/',
      env: {},
      stdio: [stdin.theirs, stdout.theirs, stderr.theirs, 'pipe', filter, 'pipe', 'pipe'],
      ...(account ?? {}),
    })
    // Told by there being no process.
    child.once('error', () => undefined)
    if (child.pid === undefined) throw new Error(`${bubblewrap} cannot be started.`)
    for (const stream of child.stdio.slice(3)) stream?.on('error', () => undefined)
    // By descriptor, not by command line, which a script could read.
    channel(child, descriptors.arguments).end(options.map((one) => `${one}\0`).join(''))
    return child
  } finally {
    closeSync(filter)
  }
}
