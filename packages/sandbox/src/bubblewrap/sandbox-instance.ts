import type { ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { basename, join } from 'node:path'
import type { Account } from '../collect/put-files.ts'
import { ControlGroup } from '../control-group/control-group.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { closeAll, closeChildEnds, type StandardFifos } from '../streams/fifos.ts'
import { descriptors } from './arguments.ts'
import type { BubblewrapHost, InstanceKind } from './bubblewrap-host.ts'
import { channel, readInitPid, waitForClose, waitForFirstByte } from './channels.ts'
import type { ProcessLimits } from './process-limits.ts'
import { childrenOf, hasExited, initOf, type SandboxInit } from './process-tree.ts'
import { scratchFolders } from './scratch-folders.ts'
import { spawnBubblewrap } from './spawn-bubblewrap.ts'

/** Timeout for an interpreter to start, and for a killed tree to disappear. */
const timeoutMs = 15_000
let instanceCount = 0

/** One sandbox with a warm interpreter. It runs one job and is discarded. */
export class SandboxInstance {
  readonly folder: string
  readonly skillFolder: string
  readonly workFolder: string
  /** Rejects when it cannot start. */
  readonly ready: Promise<void>
  /** Resolves when the outer process exits: its exit code, or null when it was killed. */
  readonly ended: Promise<number | null>
  readonly #host: BubblewrapHost
  #end: (exitCode: number | null) => void = () => undefined
  #child: ChildProcess | undefined
  #streams: { stdin: Socket; stdout: Socket; stderr: Socket } | undefined
  #init: SandboxInit | undefined
  #group: ControlGroup | undefined
  #killed = false
  #removed: Promise<void> | undefined

  constructor(host: BubblewrapHost, kind: InstanceKind) {
    this.#host = host
    instanceCount += 1
    this.folder = join(host.baseFolder, `slot-${instanceCount}`)
    this.skillFolder = join(this.folder, 'skill')
    this.workFolder = join(this.folder, 'work')
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.ready = this.#start(kind)
    this.ready.catch(() => undefined)
  }

  get init(): SandboxInit {
    if (!this.#init) throw new Error('The instance is not ready.')
    return this.#init
  }

  /** The control group of the whole tree, joined before it gets its job. */
  get group(): ControlGroup | undefined {
    return this.#group
  }

  get account(): Account | null {
    return this.#host.account
  }

  get streams(): { stdin: Socket; stdout: Socket; stderr: Socket } {
    if (!this.#streams) throw new Error('The instance is not ready.')
    return this.#streams
  }

  /** Sends the job; from here on it keeps this process alive. */
  sendJob(job: string): void {
    this.#child?.ref()
    for (const stream of Object.values(this.streams)) stream.ref()
    if (this.#child) channel(this.#child, descriptors.control).end(job)
  }

  /** Kills the whole tree. */
  kill(): void {
    this.#killed = true
    if (!this.#child) return
    // During startup the init may not yet be bound to die with the outer process. Closing the control channel
    // makes the boot program exit, and bubblewrap with it.
    if (!this.#init) return void channel(this.#child, descriptors.control)?.destroy()
    this.#group?.kill()
    this.#child.kill('SIGKILL')
    if (!hasExited(this.#init)) killProcess(this.#init.pid)
  }

  /** Resolves when no process of the tree is left and all output has been read. */
  async waitUntilGone(): Promise<void> {
    await this.ended
    const init = this.#init
    const until = performance.now() + timeoutMs
    while (init && !hasExited(init)) {
      if (performance.now() > until) throw new Error(`Process ${init.pid} could not be ended.`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const { stdout, stderr } = this.#streams ?? {}
    await Promise.all([stdout, stderr].map((stream) => stream && waitForClose(stream)))
  }

  /** Kills what is left and removes the folder. */
  discard(): Promise<void> {
    this.#removed ??= this.#discard()
    return this.#removed
  }

  async #discard(): Promise<void> {
    this.kill()
    await this.ready.catch(() => undefined)
    this.kill()
    if (this.#streams) {
      // Without a reader the streams would never end.
      for (const stream of Object.values(this.#streams)) stream.destroy()
    }
    await this.waitUntilGone()
    this.#group?.remove()
    await removeFolder(this.folder)
  }

  async #start(kind: InstanceKind): Promise<void> {
    let fifos: StandardFifos | undefined
    try {
      await this.#makeFolders()
      fifos = await this.#host.fifos.take()
      if (this.#killed) throw new Error('It was killed before it started.')
      this.#child = spawnBubblewrap(this.#host, kind, {
        folder: this.folder,
        skillFolder: this.skillFolder,
        workFolder: this.workFolder,
        fifos,
      })
      this.#child.once('exit', (code) => this.#end(code))
    } catch (error) {
      if (fifos) closeAll(fifos)
      this.#end(null)
      throw error
    }
    closeChildEnds(fifos)
    this.#streams = {
      stdin: new Socket({ fd: fifos.stdin.parentEnd, readable: false, writable: true }),
      stdout: new Socket({ fd: fifos.stdout.parentEnd, readable: true, writable: false }),
      stderr: new Socket({ fd: fifos.stderr.parentEnd, readable: true, writable: false }),
    }
    // EPIPE of a script that exits without reading its input is not an error; its exit is reported anyway.
    for (const stream of Object.values(this.#streams)) stream.on('error', () => undefined)
    await this.#waitUntilReady(this.#streams.stderr)
    this.#joinControlGroup(kind.limits)
    for (const stream of Object.values(this.#streams)) stream.unref()
    this.#child?.unref()
  }

  #joinControlGroup(limits: ProcessLimits): void {
    const { groupParent, baseFolder } = this.#host
    if (groupParent === null) return
    this.#group = new ControlGroup(
      groupParent,
      `${basename(baseFolder)}-${basename(this.folder)}`,
      limits,
    )
    this.#group.add([this.init.pid, ...childrenOf(this.init.pid)])
  }

  async #makeFolders(): Promise<void> {
    const { account } = this.#host
    const scratch = Object.values(scratchFolders).map(({ name }) => join(this.folder, name))
    for (const folder of [this.folder, this.skillFolder, this.workFolder, ...scratch]) {
      await mkdir(folder)
      await chmod(folder, folder === this.folder ? 0o700 : 0o755)
      if (account) await chown(folder, account.uid, account.gid)
    }
  }

  /** Waits until the boot program is ready, and finds the init. */
  async #waitUntilReady(stderr: Socket): Promise<void> {
    const child = this.#child
    if (!child) throw new Error('It was not started.')
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const stderrChunks: Buffer[] = []
    const keep = (chunk: Buffer): void => void stderrChunks.push(chunk)
    stderr.on('data', keep)
    const info = channel(child, descriptors.info)
    const control = channel(child, descriptors.control)
    const readySignals = Promise.all([readInitPid(info), waitForFirstByte(control)])
    const pid = await Promise.race([
      readySignals.then(([found]) => found),
      this.ended.then(() => null),
    ])
    clearTimeout(timer)
    if (pid !== null) {
      stderr.off('data', keep)
      stderr.pause()
      this.#init = initOf(pid)
      for (const stream of [info, control]) stream.unref()
      return
    }
    // A stray process that holds stderr open must not block this.
    const drainTimer = setTimeout(() => stderr.destroy(), 1_000)
    await waitForClose(stderr)
    clearTimeout(drainTimer)
    throw new Error(
      Buffer.concat(stderrChunks).toString().trim() || 'It exited before it was ready.',
    )
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}
