import type { ChildProcess } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { Socket } from 'node:net'
import { basename, join } from 'node:path'
import type { Account } from '../collect/put-files.ts'
import { ControlGroup } from '../control-group/control-group.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { closeAll, closeTheirs, type StandardFifos } from '../streams/fifos.ts'
import { descriptors } from './arguments.ts'
import { channel, closed, firstByte, initPid } from './channels.ts'
import { childrenOf, initOf, isDead, type SandboxInit } from './process-tree.ts'
import type { SlotHost, SlotKind } from './slot-host.ts'
import { spawnSlot } from './spawn-slot.ts'
import type { ProcessLimits } from './wrap.ts'

/** How long a dead tree may take to vanish, and an interpreter to start. */
const patienceMs = 15_000
let slotCount = 0

/** One sandbox with a warm interpreter in it: for one job, then gone. */
export class Slot {
  readonly folder: string
  readonly skillFolder: string
  readonly workFolder: string
  /** Rejects with what went wrong when it could not start. */
  readonly ready: Promise<void>
  /** When the outer process has ended: its exit code, or null when it was killed. */
  readonly ended: Promise<number | null>
  readonly #host: SlotHost
  #end: (exitCode: number | null) => void = () => undefined
  #child: ChildProcess | undefined
  #streams: { stdin: Socket; stdout: Socket; stderr: Socket } | undefined
  #init: SandboxInit | undefined
  #group: ControlGroup | undefined
  #killed = false
  #removed: Promise<void> | undefined

  constructor(host: SlotHost, kind: SlotKind) {
    this.#host = host
    slotCount += 1
    this.folder = join(host.baseFolder, `slot-${slotCount}`)
    this.skillFolder = join(this.folder, 'skill')
    this.workFolder = join(this.folder, 'work')
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
    this.ready = this.#start(kind)
    this.ready.catch(() => undefined)
  }

  get init(): SandboxInit {
    if (!this.#init) throw new Error('The slot is not ready.')
    return this.#init
  }

  /** Around its whole tree, from before it gets its job. */
  get group(): ControlGroup | undefined {
    return this.#group
  }

  get account(): Account | null {
    return this.#host.account
  }

  get streams(): { stdin: Socket; stdout: Socket; stderr: Socket } {
    if (!this.#streams) throw new Error('The slot is not ready.')
    return this.#streams
  }

  /** Hands the job over; from here on the process is kept alive for it. */
  handOver(job: string): void {
    this.#child?.ref()
    for (const stream of Object.values(this.streams)) stream.ref()
    if (this.#child) channel(this.#child, descriptors.control).end(job)
  }

  /** Ends the whole tree. */
  kill(): void {
    this.#killed = true
    if (!this.#child) return
    // While it starts, its init may not yet be bound to die with the outer process. Without the other
    // end of its channel the boot program ends by itself, and bubblewrap with it.
    if (!this.#init) return void channel(this.#child, descriptors.control)?.destroy()
    this.#group?.kill()
    this.#child.kill('SIGKILL')
    if (!isDead(this.#init)) signal(this.#init.pid)
  }

  /** Resolves when no process of the tree is left and all it printed has been read. */
  async gone(): Promise<void> {
    await this.ended
    const init = this.#init
    const until = performance.now() + patienceMs
    while (init && !isDead(init)) {
      if (performance.now() > until) throw new Error(`Process ${init.pid} could not be ended.`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const { stdout, stderr } = this.#streams ?? {}
    await Promise.all([stdout, stderr].map((stream) => stream && closed(stream)))
  }

  /** Ends what is left of it, and removes its folder. */
  discard(): Promise<void> {
    this.#removed ??= this.#discard()
    return this.#removed
  }

  async #discard(): Promise<void> {
    this.kill()
    await this.ready.catch(() => undefined)
    this.kill()
    if (this.#streams) {
      // Nobody may be reading any more, and without a reader there is no end to be seen.
      for (const stream of Object.values(this.#streams)) stream.destroy()
    }
    await this.gone()
    this.#group?.remove()
    await removeFolder(this.folder)
  }

  async #start(kind: SlotKind): Promise<void> {
    let fifos: StandardFifos | undefined
    try {
      await this.#makeFolders()
      fifos = await this.#host.fifos.take()
      if (this.#killed) throw new Error('It was ended before it began.')
      this.#child = spawnSlot(this.#host, kind, {
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
    closeTheirs(fifos)
    this.#streams = {
      stdin: new Socket({ fd: fifos.stdin.ours, readable: false, writable: true }),
      stdout: new Socket({ fd: fifos.stdout.ours, readable: true, writable: false }),
      stderr: new Socket({ fd: fifos.stderr.ours, readable: true, writable: false }),
    }
    // A script that ends without reading its input, or is killed: told by its end, not by this.
    for (const stream of Object.values(this.#streams)) stream.on('error', () => undefined)
    await this.#untilReady(this.#streams.stderr)
    this.#enclose(kind.limits)
    for (const stream of Object.values(this.#streams)) stream.unref()
    this.#child?.unref()
  }

  #enclose(limits: ProcessLimits): void {
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
    for (const folder of [this.folder, this.skillFolder, this.workFolder]) {
      await mkdir(folder)
      await chmod(folder, folder === this.folder ? 0o700 : 0o755)
      if (account) await chown(folder, account.uid, account.gid)
    }
  }

  /** Waits for the boot program's sign, and learns which process is the init. */
  async #untilReady(stderr: Socket): Promise<void> {
    const child = this.#child
    if (!child) throw new Error('It was not started.')
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    const complaints: Buffer[] = []
    const keep = (chunk: Buffer): void => void complaints.push(chunk)
    stderr.on('data', keep)
    const info = channel(child, descriptors.info)
    const control = channel(child, descriptors.control)
    const signs = Promise.all([initPid(info), firstByte(control)])
    const pid = await Promise.race([signs.then(([found]) => found), this.ended.then(() => null)])
    clearTimeout(timer)
    if (pid !== null) {
      stderr.off('data', keep)
      stderr.pause()
      this.#init = initOf(pid)
      for (const stream of [info, control]) stream.unref()
      return
    }
    // What holds it open without an outer process is no reason to wait.
    const enough = setTimeout(() => stderr.destroy(), 1_000)
    await closed(stderr)
    clearTimeout(enough)
    throw new Error(Buffer.concat(complaints).toString().trim() || 'It ended before it was ready.')
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone in between.
  }
}
