import { isProblemError } from '@repertoire/core/base'
import {
  listDependencies,
  type PackageManager,
  type ScriptDependencies,
} from '@repertoire/core/domain'
import type { ExecutionLimits, ExecutionResult, SandboxFile } from '@repertoire/sandbox'
import { z } from 'zod'
import { parseAllowList } from '../../platform/outbound/allow-list.ts'
import type { Resolve } from '../../platform/outbound/guarded-connect.ts'
import type { LazySandbox } from '../sandbox/lazy-sandbox.ts'
import { certificates } from './certificates.ts'
import { findNpm } from './find-npm.ts'
import { type IndexProxy, openIndexProxy } from './index-proxy.ts'
import { toInstallationProblem } from './installation-problem.ts'
import {
  allowed,
  fileOf,
  manifestOf,
  nodeLockText,
  npmOptions,
  pipOptions,
  requirementsOf,
  settingsFiles,
} from './installer-files.ts'
import { type LayerLock, nodePackagesOf, wheelsOf } from './layer-lock.ts'
import { joinNames, layerProblem } from './layer-problems.ts'
import { hostOf, type IndexHost, type PackageIndex } from './package-index.ts'
import type { PackageSettings } from './package-settings.ts'
import { type InstallerRun, runInstaller } from './run-installer.ts'

const mebibyte = 1024 * 1024

/** Limits of one installation and of the layer it makes. */
const installationLimits: ExecutionLimits = {
  wallMs: 300_000,
  cpuSeconds: 240,
  memoryBytes: 1_536 * mebibyte,
  processes: 128,
  openFiles: 1_024,
  fileBytes: 256 * mebibyte,
  workspaceBytes: 512 * mebibyte,
  workspaceEntries: 60_000,
  outputBytes: mebibyte,
}
const maxLayer = { bytes: 256 * mebibyte, files: 30_000 }
const maxDownloadBytes = 512 * mebibyte

export interface InstallerOptions {
  /** The sandbox that packages are installed in. It has to be on this machine. */
  readonly sandbox: LazySandbox
  readonly settings: PackageSettings
  /** In the form of `REPERTOIRE_OUTBOUND_ALLOW`. */
  readonly outboundAllow: readonly string[]
  /** The index of this machine's own pip or npm, for what the settings leave open. */
  readonly machineIndex: (kind: PackageManager) => Promise<PackageIndex>
  readonly resolve?: Resolve
}

interface Job {
  readonly kind: PackageManager
  /** The requested packages, for error messages. */
  readonly packages: readonly string[]
  readonly mode: 'resolve' | 'build'
  readonly files: readonly SandboxFile[]
  readonly signal: AbortSignal
}

/** Turns needs into locks and locks into files. Throws ProblemError `layer.*` and `sandbox.*`. */
export class Installer {
  readonly #options: InstallerOptions

  constructor(options: InstallerOptions) {
    this.#options = options
  }

  /** Resolves the needs to exact versions. */
  async lock(
    kind: PackageManager,
    needs: ScriptDependencies,
    signal: AbortSignal,
  ): Promise<LayerLock> {
    const { python, node } = needs
    const files = [
      ...(kind === 'python' && python
        ? [fileOf('requirements.txt', python.requirements.join('\n'))]
        : []),
      ...(kind === 'node' && node ? [fileOf('package.json', manifestOf(node))] : []),
    ]
    const packages = listDependencies(needs, kind)
    const outputs = await this.#run({ kind, packages, mode: 'resolve', files, signal })
    const report = outputs.find(({ path }) => path === 'report.json')
    if (!report) throw new Error('The installer left no report.')
    const text = Buffer.from(report.bytes).toString()
    return kind === 'node' && node ? nodePackagesOf(node, text) : wheelsOf(text)
  }

  /** Installs the files of a layer. `packages` are named in errors. */
  async build(
    lock: LayerLock,
    packages: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly SandboxFile[]> {
    const { kind } = lock
    const files =
      lock.kind === 'python'
        ? [fileOf('requirements.txt', requirementsOf(lock))]
        : [
            fileOf('package.json', manifestOf(lock)),
            fileOf('package-lock.json', nodeLockText(lock)),
          ]
    const outputs = await this.#run({ kind, packages, mode: 'build', files, signal })
    const root = kind === 'python' ? 'layer/' : 'layer/node_modules/'
    const inside = outputs.filter(({ path }) => path.startsWith(root))
    return inside.map((file) => ({ ...file, path: file.path.slice(root.length) }))
  }

  async #run(job: Job): Promise<readonly SandboxFile[]> {
    try {
      return await this.#runWithIndex(job)
    } catch (error) {
      throw cannotInstall(error, job.packages)
    }
  }

  async #runWithIndex(job: Job): Promise<readonly SandboxFile[]> {
    const { kind, packages } = job
    const index = this.#options.settings[kind] ?? (await this.#options.machineIndex(kind))
    const npm = kind === 'node' ? findNpm() : null
    if (kind === 'node' && npm === null)
      throw layerProblem('layer.installer-missing', {
        message: `It needs ${joinNames(packages)}, and npm is not there: the operator would have to install npm beside Node.`,
        packages,
      })
    const found = await this.#resolveIndex(job, index)
    const { outboundAllow, resolve } = this.#options
    const named = index.url === null ? [] : found.hosts
    const proxy = await openIndexProxy({
      hosts: found.hosts,
      allow: [
        ...parseAllowList(outboundAllow.join(',')).entries,
        ...named.flatMap(({ host, port }) => parseAllowList(allowed(host, port)).entries),
      ],
      maxBytes: maxDownloadBytes,
      ...(resolve && { resolve }),
    })
    try {
      return await this.#install(job, found.url, proxy)
    } finally {
      await proxy.close()
    }
  }

  async #install(job: Job, url: string, proxy: IndexProxy): Promise<readonly SandboxFile[]> {
    const { kind, mode, files } = job
    const ca = await certificates(this.#options.settings.caFile)
    const settings = [...(ca ? [fileOf('ca.pem', ca)] : []), ...settingsFiles(kind, url)]
    const toOptions = kind === 'python' ? pipOptions : npmOptions
    const options = toOptions(url, { hasCertificates: ca !== null })
    const result = await this.#execute(kind, mode, {
      ...{ options, files: [...files, ...settings], signal: job.signal },
      network: { kind: 'proxy', socket: proxy.socket },
    })
    if (result.status !== 'ok') throw toInstallationProblem(result, { ...job, proxy })
    const { outputs, skipped } = result
    const bytes = outputs.reduce((sum, file) => sum + file.bytes.length, 0)
    const left = skipped[0]
    if (left || bytes > maxLayer.bytes || outputs.length > maxLayer.files) {
      const why = left
        ? `${left.path} could not be kept (${left.why})`
        : `they take ${Math.ceil(bytes / mebibyte)} MiB in ${outputs.length} files, more than ${maxLayer.bytes / mebibyte} MiB or ${maxLayer.files} files`
      const message = `Its packages (${joinNames(job.packages)}) cannot be installed: ${why}.`
      throw layerProblem('layer.too-large', { message, packages: job.packages })
    }
    return outputs
  }

  /** The index, and all hosts that may be connected to. */
  async #resolveIndex(
    { kind, packages, signal }: Job,
    { url, fileHosts }: PackageIndex,
  ): Promise<{ readonly url: string; readonly hosts: readonly IndexHost[] }> {
    if (url !== null) return { url, hosts: [hostOf(url), ...fileHosts] }
    const result = await this.#execute(kind, 'public-index', { signal })
    const text = Buffer.from(result.stdout).toString().trim()
    if (result.status !== 'ok') throw toInstallationProblem(result, { kind, packages })
    const read =
      kind === 'python'
        ? publicSchema.parse(JSON.parse(text))
        : { url: z.url({ protocol: /^https$/ }).parse(text), hosts: [] }
    const hosts = read.hosts.map((host) => hostOf(`https://${host}/`))
    return { url: read.url, hosts: [hostOf(read.url), ...hosts, ...fileHosts] }
  }

  #execute(kind: PackageManager, mode: string, run: InstallerRun): Promise<ExecutionResult> {
    return runInstaller(this.#options.sandbox, kind, { mode, limits: installationLimits, ...run })
  }
}

/** Translates a sandbox's refusal: it cannot reach the index, or has no installer. */
function cannotInstall(error: unknown, packages: readonly string[]): unknown {
  if (!isProblemError(error) || error.problem.code !== 'sandbox.bad-request') return error
  const message = `It needs ${joinNames(packages)}, and the sandbox of this server cannot install packages: ${error.problem.message}`
  return layerProblem('layer.installer-missing', { message, packages })
}

const publicSchema = z.object({ url: z.url({ protocol: /^https$/ }), hosts: z.array(z.string()) })
