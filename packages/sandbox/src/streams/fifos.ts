import { execFile } from 'node:child_process'
import { closeSync, constants, fchownSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '../collect/put-files.ts'

const run = promisify(execFile)
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants
/** Node cannot make a FIFO itself, so one call of `mkfifo` makes many. */
const batch = 24

/** One direction between us and a child: our end never blocks, the child's does. */
export interface FifoEnds {
  readonly ours: number
  readonly theirs: number
}

/** Standard input, output and error of one child. */
export interface StandardFifos {
  readonly stdin: FifoEnds
  readonly stdout: FifoEnds
  readonly stderr: FifoEnds
}

/**
 * FIFOs for standard streams. Node's own pipes are sockets, which scripts cannot open again as
 * `/dev/stderr`. Each is unlinked once both ends are open.
 */
export class FifoSupply {
  readonly #folder: string
  /** Who opens them again by name: nobody but their owner may. */
  readonly #owner: Account | null
  #paths: string[] = []
  #count = 0
  #making: Promise<void> | undefined

  constructor(folder: string, owner: Account | null) {
    this.#folder = folder
    this.#owner = owner
  }

  async take(): Promise<StandardFifos> {
    while (this.#paths.length < 3) {
      this.#making ??= this.#make().finally(() => {
        this.#making = undefined
      })
      await this.#making
    }
    const [input, output, error] = this.#paths.splice(-3)
    const fifos = {
      stdin: openInput(input ?? ''),
      stdout: openOutput(output ?? ''),
      stderr: openOutput(error ?? ''),
    }
    if (this.#owner) {
      const { uid, gid } = this.#owner
      for (const { theirs } of Object.values(fifos)) fchownSync(theirs, uid, gid)
    }
    return fifos
  }

  async #make(): Promise<void> {
    const first = this.#count
    this.#count += batch
    const paths = Array.from({ length: batch }, (_, index) =>
      join(this.#folder, String(first + index)),
    )
    await run('mkfifo', ['-m', '600', ...paths])
    this.#paths.push(...paths)
  }
}

export function closeTheirs(fifos: StandardFifos): void {
  for (const { theirs } of Object.values(fifos) as FifoEnds[]) closeSync(theirs)
}

export function closeAll(fifos: StandardFifos): void {
  closeTheirs(fifos)
  for (const { ours } of Object.values(fifos) as FifoEnds[]) closeSync(ours)
}

/** What the child writes. The reading end has to be there first, or opening the other would block. */
function openOutput(path: string): FifoEnds {
  const ours = openSync(path, O_RDONLY | O_NONBLOCK)
  const theirs = openSync(path, O_WRONLY)
  unlinkSync(path)
  return { ours, theirs }
}

/** What the child reads. A writer has to be there, or opening would block. */
function openInput(path: string): FifoEnds {
  const both = openSync(path, O_RDWR | O_NONBLOCK)
  const theirs = openSync(path, O_RDONLY)
  const ours = openSync(path, O_WRONLY | O_NONBLOCK)
  closeSync(both)
  unlinkSync(path)
  return { ours, theirs }
}
