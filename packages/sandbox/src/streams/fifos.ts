import { execFile } from 'node:child_process'
import { closeSync, constants, fchownSync, openSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from '../collect/put-files.ts'

const run = promisify(execFile)
const { O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants
/** Node cannot create FIFOs, so one `mkfifo` call creates many. */
const batch = 24

/** One stream between this process and a child: the parent's end never blocks, the child's does. */
export interface FifoEnds {
  readonly parentEnd: number
  readonly childEnd: number
}

/** Standard input, output and error of one child. */
export interface StandardFifos {
  readonly stdin: FifoEnds
  readonly stdout: FifoEnds
  readonly stderr: FifoEnds
}

/**
 * FIFOs for standard streams. Node's own pipes are sockets, which scripts cannot reopen as `/dev/stderr`. Each
 * is unlinked once both ends are open.
 */
export class FifoPool {
  readonly #folder: string
  /** Only the owner can reopen them by name. */
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
      for (const { childEnd } of Object.values(fifos)) fchownSync(childEnd, uid, gid)
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

export function closeChildEnds(fifos: StandardFifos): void {
  for (const { childEnd } of Object.values(fifos) as FifoEnds[]) closeSync(childEnd)
}

export function closeAll(fifos: StandardFifos): void {
  closeChildEnds(fifos)
  for (const { parentEnd } of Object.values(fifos) as FifoEnds[]) closeSync(parentEnd)
}

/** A stream the child writes. The reading end must exist first, or opening the other blocks. */
function openOutput(path: string): FifoEnds {
  const parentEnd = openSync(path, O_RDONLY | O_NONBLOCK)
  const childEnd = openSync(path, O_WRONLY)
  unlinkSync(path)
  return { parentEnd, childEnd }
}

/** A stream the child reads. A writer must exist, or opening blocks. */
function openInput(path: string): FifoEnds {
  const both = openSync(path, O_RDWR | O_NONBLOCK)
  const childEnd = openSync(path, O_RDONLY)
  const parentEnd = openSync(path, O_WRONLY | O_NONBLOCK)
  closeSync(both)
  unlinkSync(path)
  return { parentEnd, childEnd }
}
