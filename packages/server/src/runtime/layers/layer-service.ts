import { createHash } from 'node:crypto'
import { ProblemError } from '@repertoire/core/base'
import {
  listDependencies,
  type PackageList,
  type PackageManager,
  type ScriptDependencies,
} from '@repertoire/core/domain'
import type { Clock } from '@repertoire/core/ports'
import { approvalNeeded } from '@repertoire/core/use'
import type { ExecutionRequest } from '@repertoire/sandbox'
import type { Logger } from 'pino'
import type { Resolve } from '../../platform/outbound/guarded-connect.ts'
import type { LazySandbox } from '../sandbox/lazy-sandbox.ts'
import { createInstallQueue } from './install-queue.ts'
import type { InstallerOptions } from './installer.ts'
import { LayerCache, type LayerLease } from './layer-cache.ts'
import { type LayerLock, nodeLockOf } from './layer-lock.ts'
import { layerProblem, notAllowed } from './layer-problems.ts'
import type { PackageSettings } from './package-settings.ts'
import type { RuntimeDescription } from './run-installer.ts'

export interface LayerServiceOptions {
  /** The sandbox that scripts run in. */
  readonly sandbox: LazySandbox
  /** The sandbox that packages are installed in. It differs when scripts run on another machine. */
  readonly installing: LazySandbox
  readonly settings: PackageSettings
  readonly outboundAllow: readonly string[]
  /** Upper limit of a script's run time. */
  readonly maxRunMs: number
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly machineIndex: InstallerOptions['machineIndex']
  readonly resolve?: Resolve
}

export interface LayerRequest {
  /** `organisation/person`: installations of different people take turns. */
  readonly queueKey: string
  readonly needs: ScriptDependencies
  readonly signal: AbortSignal
  /** The approved ones of these digests of package lists. */
  readonly approved: (digests: readonly string[]) => Promise<ReadonlySet<string>>
  /** Called when packages have to be installed first. */
  readonly onInstalling: (packages: readonly string[]) => void
}

/** What a script's execution needs to find its packages. */
export interface PreparedLayers {
  readonly layers: ExecutionRequest['layers']
  readonly env: Readonly<Record<string, string>>
  /** To be called when the script has ended. */
  release(): void
}

/** What is looked up of packages without installing them. */
export type ListRequest = Pick<LayerRequest, 'queueKey' | 'needs' | 'signal' | 'approved'>

export type PackageStatus = 'installed' | 'approved' | 'needs-approval' | 'not-allowed'

export interface NeedsReport {
  readonly kind: PackageManager
  readonly packages: readonly string[]
  /** Whether a script could start without installing anything. */
  readonly installed: boolean
  readonly status: PackageStatus
  /** The exact packages; null until they were resolved. */
  readonly list: PackageList | null
}

/** Packages of scripts: resolved once, installed in isolation, shared and cached. */
export interface LayerService {
  /**
   * Throws ProblemError `layer.*`, `sandbox.*`; `layer.approval-needed` when a list was not approved. The
   * script has not run then.
   */
  prepare(request: LayerRequest): Promise<PreparedLayers>
  /** The lists that were not approved yet. Resolves them, and installs nothing. Throws like `prepare`. */
  unapproved(request: ListRequest): Promise<readonly PackageList[]>
  /** Reads what is known, and asks no index. */
  report(request: Pick<ListRequest, 'needs' | 'approved'>): Promise<readonly NeedsReport[]>
  close(): Promise<void>
}

const kinds = ['python', 'node'] as const
/** Mount paths inside the sandbox. node_modules lies above every script, so that Node finds it. */
const mountPaths = { python: '/layers/python', node: '/node_modules' } as const

export function createLayerService(options: LayerServiceOptions): LayerService {
  return new Layers(options)
}

interface InstallJob {
  readonly needs: ScriptDependencies
  readonly runtime: RuntimeDescription
  readonly needsKey: string
}

class Layers implements LayerService {
  readonly #options: LayerServiceOptions
  readonly #cache: LayerCache
  readonly #queue = createInstallQueue()
  readonly #closing = new AbortController()
  readonly #described = new Map<PackageManager, Promise<RuntimeDescription>>()

  constructor(options: LayerServiceOptions) {
    const { settings, maxRunMs, clock, logger } = options
    this.#options = options
    this.#cache = new LayerCache({
      folder: settings.folder,
      maxBytes: settings.maxBytes,
      idleMs: maxRunMs + 60_000,
      clock,
      onDamage: (key) => logger.warn({ layer: key }, 'a layer of packages was modified on disk'),
    })
  }

  async prepare(request: LayerRequest): Promise<PreparedLayers> {
    const unapproved = await this.unapproved(request)
    if (unapproved.length > 0) throw new ProblemError(approvalNeeded(unapproved))
    const kindsNeeded = kinds.filter((kind) => request.needs[kind] !== null)
    const prepared: { kind: PackageManager; lease: LayerLease }[] = []
    const release = () => {
      for (const { lease } of prepared) lease.release()
    }
    try {
      for (const kind of kindsNeeded)
        prepared.push({ kind, lease: await this.#prepareOne(kind, request) })
    } catch (error) {
      release()
      throw error
    }
    return {
      layers: prepared.map(({ kind, lease }) => ({ hostPath: lease.folder, at: mountPaths[kind] })),
      env: kindsNeeded.includes('python') ? { PYTHONPATH: mountPaths.python } : {},
      release,
    }
  }

  async unapproved(request: ListRequest): Promise<readonly PackageList[]> {
    const { installation } = this.#options.settings
    if (installation !== 'ask') return []
    const kindsNeeded = kinds.filter((kind) => request.needs[kind] !== null)
    const lists: PackageList[] = []
    for (const kind of kindsNeeded) lists.push(await this.#listOf(kind, request))
    const approved = await request.approved(lists.map(({ digest }) => digest))
    return lists.filter(({ digest }) => !approved.has(digest))
  }

  report({
    needs,
    approved,
  }: Pick<ListRequest, 'needs' | 'approved'>): Promise<readonly NeedsReport[]> {
    const { installation } = this.#options.settings
    const kindsNeeded = kinds.filter((kind) => needs[kind] !== null)
    return Promise.all(
      kindsNeeded.map(async (kind) => {
        const { platformTags } = await this.#runtimeOf(kind)
        const lock = await this.#knownLock(needsKeyOf(kind, platformTags, needs), kind, needs)
        const installed = lock !== null && (await this.#cache.has(layerKeyOf(platformTags, lock)))
        const list = lock && packageListOf(platformTags, lock)
        const mayRun =
          installation === 'approved' || (list && (await approved([list.digest])).size > 0)
        const status = mayRun ? (installed ? 'installed' : 'approved') : 'needs-approval'
        const packages = listDependencies(needs, kind)
        const refused = installation === 'off' && !installed
        return { kind, packages, installed, status: refused ? 'not-allowed' : status, list }
      }),
    )
  }

  async close(): Promise<void> {
    const { sandbox, installing } = this.#options
    this.#closing.abort()
    await this.#queue.idle()
    if (installing !== sandbox) await installing.close()
  }

  async #prepareOne(kind: PackageManager, request: LayerRequest): Promise<LayerLease> {
    const { needs, queueKey, signal, onInstalling } = request
    const runtime = await this.#runtimeOf(kind)
    const needsKey = needsKeyOf(kind, runtime.platformTags, needs)
    const known = await this.#knownLock(needsKey, kind, needs)
    const cached = known && (await this.#cache.acquire(layerKeyOf(runtime.platformTags, known)))
    if (cached) return cached
    if (this.#options.settings.installation === 'off')
      throw notAllowed(listDependencies(needs, kind))
    onInstalling(listDependencies(needs, kind))
    const work = () => this.#install(kind, { needs, runtime, needsKey })
    const lock = await this.#queue.run({ key: needsKey, group: queueKey, work, signal })
    const lease = await this.#cache.acquire(layerKeyOf(runtime.platformTags, lock))
    if (lease) return lease
    throw new Error('A layer was lost right after it was made.')
  }

  /** Resolves the needs, once, to the exact packages. */
  async #listOf(
    kind: PackageManager,
    { needs, queueKey, signal }: ListRequest,
  ): Promise<PackageList> {
    const runtime = await this.#runtimeOf(kind)
    const needsKey = needsKeyOf(kind, runtime.platformTags, needs)
    const known = await this.#knownLock(needsKey, kind, needs)
    if (known) return packageListOf(runtime.platformTags, known)
    const work = async () => {
      const { Installer } = await import('./installer.ts')
      const lock = await new Installer(this.#installerOptions()).lock(
        kind,
        needs,
        this.#closing.signal,
      )
      await this.#cache.writeNote(needsKey, lock)
      return lock
    }
    const key = `resolve ${needsKey}`
    const lock = await this.#queue.run({ key, group: queueKey, work, signal })
    return packageListOf(runtime.platformTags, lock)
  }

  #installerOptions() {
    const { installing: sandbox, settings, outboundAllow, machineIndex, resolve } = this.#options
    return { sandbox, settings, outboundAllow, machineIndex, ...(resolve && { resolve }) }
  }

  /** Resolves to the lock once its layer is cached. */
  async #install(kind: PackageManager, job: InstallJob): Promise<LayerLock> {
    const { clock, logger } = this.#options
    const { needs, runtime, needsKey } = job
    const began = clock.now()
    await this.#requireSameRuntime(kind, runtime)
    const { Installer } = await import('./installer.ts')
    const installer = new Installer(this.#installerOptions())
    const { signal } = this.#closing
    const known = await this.#knownLock(needsKey, kind, needs)
    const lock = known ?? (await installer.lock(kind, needs, signal))
    const key = layerKeyOf(runtime.platformTags, lock)
    const cached = await this.#cache.acquire(key)
    const packages = listDependencies(needs, kind)
    const lease =
      cached ?? (await this.#cache.add(key, await installer.build(lock, packages, signal)))
    lease.release()
    await this.#cache.writeNote(needsKey, lock)
    logger.info({ layer: key, kind, ms: clock.now() - began }, 'installed packages for scripts')
    return lock
  }

  /** The skill's own lockfile, or the lock that the same needs were resolved to before. */
  async #knownLock(
    needsKey: string,
    kind: PackageManager,
    { node }: ScriptDependencies,
  ): Promise<LayerLock | null> {
    if (kind === 'node' && node?.locked) return nodeLockOf(node, node.locked)
    const noted = (await this.#cache.readNote(needsKey)) as LayerLock | null
    return noted?.kind === kind ? noted : null
  }

  /** Described once. A failed attempt is repeated by the next caller. */
  #runtimeOf(kind: PackageManager): Promise<RuntimeDescription> {
    const description = this.#described.get(kind) ?? this.#describe(this.#options.sandbox, kind)
    this.#described.set(kind, description)
    description.catch(() => this.#described.delete(kind))
    return description
  }

  async #describe(sandbox: LazySandbox, kind: PackageManager): Promise<RuntimeDescription> {
    const { describeRuntime } = await import('./run-installer.ts')
    return describeRuntime(sandbox, kind, this.#closing.signal)
  }

  async #requireSameRuntime(kind: PackageManager, kindsNeeded: RuntimeDescription): Promise<void> {
    const { sandbox, installing } = this.#options
    if (installing === sandbox) return
    const here = await this.#describe(installing, kind)
    if (digestOf(here.platformTags) === digestOf(kindsNeeded.platformTags)) return
    throw layerProblem('layer.other-machine', {
      message: `Its packages are installed here (${here.version}, ${here.platformTags.join(' ')}) and would not fit where scripts run (${kindsNeeded.version}, ${kindsNeeded.platformTags.join(' ')}): the operator would have to make them alike.`,
    })
  }
}

/** The list of a lock, as people approve it. Its digest covers the hashes of all files. */
function packageListOf(platformTags: readonly string[], lock: LayerLock): PackageList {
  const packages =
    lock.kind === 'python'
      ? lock.packages.map(({ name, version }) => `${name}==${version}`)
      : Object.entries(lock.packages).map(
          ([path, { version }]) => `${path.split('node_modules/').at(-1) ?? path}==${version}`,
        )
  return { kind: lock.kind, digest: layerKeyOf(platformTags, lock), packages }
}

function needsKeyOf(
  kind: PackageManager,
  platformTags: readonly string[],
  needs: ScriptDependencies,
): string {
  return digestOf(['needs', kind, platformTags, needs[kind]])
}

function layerKeyOf(platformTags: readonly string[], lock: LayerLock): string {
  return digestOf(['layer', platformTags, lock])
}

/** For plain data with a fixed order of keys. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
