import { chmod, chown, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shellQuote } from '../bubblewrap/boot/shell.ts'
import type { ColdJob, ColdRun } from '../cold/cold-sandbox.ts'
import { collectOutputs } from '../collect/collect-outputs.ts'
import { putFiles } from '../collect/put-files.ts'
import { type ExecutionResult, SandboxRejection } from '../execution/execution.ts'
import { DiskWatch } from '../folders/disk-watchdog.ts'
import { removeFolder } from '../folders/remove-folder.ts'
import { executionResult } from '../outcome/execution-result.ts'
import type { KillReason } from '../outcome/outcome.ts'
import { OutputRecorder } from '../streams/output-recorder.ts'
import { type JobFolders, settingsOf } from './job-settings.ts'
import { RunningTree } from './running-tree.ts'
import type { RuntimeHost } from './runtime-host.ts'
import { startScript } from './start-script.ts'

/** The time to start the sandbox does not count as the script's. */
const startTimeoutMs = 30_000

/** Runs one execution by sandbox-runtime. */
export class RuntimeRun implements ColdRun {
  readonly #host: RuntimeHost
  readonly #job: ColdJob
  readonly #folders: JobFolders
  #tree: RunningTree | undefined
  #killedFor: KillReason | null = null

  constructor(host: RuntimeHost, job: ColdJob) {
    this.#host = host
    this.#job = job
    const at = (name: string): string => join(job.folder, name)
    this.#folders = {
      ...{ folder: job.folder, skill: at('skill'), workspace: at('workspace') },
      ...{ scratch: at('scratch'), start: at('start') },
    }
  }

  /** Kills every process it can find; the first reason counts. */
  kill(reason: KillReason): void {
    this.#killedFor ??= reason
    this.#tree?.kill()
  }

  async execute(): Promise<ExecutionResult> {
    const { request, listener, queuedMs } = this.#job
    const { limits } = request
    await this.#prepare()
    const output = new OutputRecorder(limits.outputBytes, listener.onOutput?.bind(listener), () =>
      this.kill('output-limit'),
    )
    const { exitCode, cpuMs, wallMs, peakMemoryBytes } = await this.#runTree(output)
    return executionResult(request, {
      ...{ killedFor: this.#killedFor, exitCode, cpuMs: cpuMs ?? wallMs, output },
      memoryGroupKilled: false,
      collected: await this.#collect(),
      usage: { wallMs, queuedMs, cpuMs, peakMemoryBytes },
    })
  }

  async #prepare(): Promise<void> {
    const { folder, skill, workspace, scratch, start } = this.#folders
    const { account } = this.#host
    const { request } = this.#job
    for (const path of [folder, skill, workspace, scratch]) {
      await mkdir(path)
      await chmod(path, 0o755)
    }
    await putFiles(skill, request.files, null)
    await putFiles(workspace, request.workspace, account)
    await writeFile(start, await this.#startScript(), { mode: account ? 0o640 : 0o600 })
    if (!account) return
    await chown(start, 0, account.gid)
    for (const path of [workspace, scratch]) await chown(path, account.uid, account.gid)
  }

  async #startScript(): Promise<string> {
    const { platform, path, watch, account, interpreters } = this.#host
    const { runtime, entry, args, env, limits } = this.#job.request
    const { skill, scratch, workspace } = this.#folders
    // Nothing can be mounted at /skill here.
    const here = (text: string) => text.replace(/^\/skill(?=\/|$)/, () => skill)
    const uid = account?.uid ?? process.getuid?.()
    // Without a PID namespace the kernel counts all processes of the user.
    const already =
      platform === 'linux' ? 0 : (await watch.list()).filter((each) => each.account === uid).length
    const base = { PATH: path, HOME: scratch, TMPDIR: scratch, LANG: 'C.UTF-8' }
    return startScript({
      ...{ runtime, limits, workspace, args: args.map(here) },
      env: { ...base, ...Object.fromEntries(Object.entries(env).map(([k, v]) => [k, here(v)])) },
      interpreter: interpreters[runtime] ?? '',
      script: join(skill, entry),
      accountProcesses: already + limits.processes,
      limitsAddressSpace: platform === 'linux',
    })
  }

  async #runTree(output: OutputRecorder) {
    const { limits, stdin } = this.#job.request
    const { listener } = this.#job
    const { start, workspace, scratch } = this.#folders
    const kill = (reason: KillReason): void => this.kill(reason)
    const command = `exec ${this.#host.bash} --norc --noprofile -c ${shellQuote(`. ${shellQuote(start)}`)}`
    const line = await this.#commandLine(command)
    const tree = new RunningTree(this.#host, { line, folder: workspace, limits, kill })
    this.#tree = tree
    const abort = (): void => kill('cancelled')
    listener.signal?.addEventListener('abort', abort, { once: true })
    let timer = setTimeout(() => tree.kill(), startTimeoutMs)
    const disk = new DiskWatch({ workspace, scratch, limits, kill })
    try {
      await tree.start(await this.#host.fifos.take(), { stdin, output })
      if (listener.signal?.aborted || this.#killedFor !== null) kill('cancelled')
      const isStarted = await tree.started
      clearTimeout(timer)
      if (isStarted) {
        timer = setTimeout(() => kill('timed-out'), limits.wallMs)
        listener.onStart?.()
      }
      const ended = await tree.ended()
      if (!isStarted && this.#killedFor === null) throw startFailure(output)
      return ended
    } finally {
      clearTimeout(timer)
      disk.stop()
      listener.signal?.removeEventListener('abort', abort)
      this.#host.settings.ended()
    }
  }

  async #commandLine(command: string): Promise<string> {
    try {
      return await this.#host.settings.commandLine(command, settingsOf(this.#folders, this.#host))
    } catch (error) {
      const stderr = error instanceof Error ? error.message : String(error)
      throw new SandboxRejection('sandbox.unavailable', `The sandbox cannot be made. ${stderr}`)
    }
  }

  /**
   * Collects outputs from a folder no sandbox may write to, so that an undetected leftover process cannot
   * change them meanwhile.
   */
  async #collect() {
    const { folder, workspace } = this.#folders
    const outputsFolder = `${folder}-outputs`
    try {
      await rename(workspace, outputsFolder)
      return await collectOutputs(
        outputsFolder,
        this.#job.request.workspace,
        this.#job.request.limits,
      )
    } finally {
      await removeFolder(outputsFolder)
    }
  }
}

function startFailure(output: OutputRecorder): SandboxRejection {
  const stderr = Buffer.from(output.all('stderr')).toString().trim().slice(-500)
  return new SandboxRejection('sandbox.unavailable', `The sandbox does not start. ${stderr}`)
}
