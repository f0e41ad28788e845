import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Clock } from '@repertoire/core/ports'
import type { SandboxFile } from '@repertoire/sandbox'
import { z } from 'zod'
import { fingerprintFolder, matchesManifest, removeLayer, writeLayerFiles } from './layer-files.ts'
import { layerProblem } from './layer-problems.ts'

export interface LayerCacheOptions {
  /** Absolute; created on demand. */
  readonly folder: string
  readonly maxBytes: number
  /** Milliseconds after its last use during which another process may still use a layer. */
  readonly idleMs: number
  readonly clock: Clock
  /** Called for a layer that was modified on disk and removed. */
  readonly onDamage: (key: string) => void
}

/** A layer in use. It is not evicted until it is released. */
export interface LayerLease {
  readonly folder: string
  release(): void
}

const manifestSchema = z.object({
  key: z.string(),
  bytes: z.number(),
  files: z.array(
    z.object({ path: z.string(), size: z.number(), sha256: z.string(), executable: z.boolean() }),
  ),
})
/** Age from which staged layers of other machines count as abandoned. */
const stagingMaxAgeMs = 60 * 60 * 1000

interface CachedLayer {
  readonly name: string
  readonly bytes: number
  readonly usedAt: number
}

/**
 * A cache of layers on disk, by the digest of what they consist of. A folder name is never reused, because a
 * warm sandbox may still have mounted the old folder.
 */
export class LayerCache {
  readonly #options: LayerCacheOptions
  readonly #leases = new Map<string, number>()
  /** By folder: its fingerprint when its bytes were last verified. */
  readonly #fingerprints = new Map<string, string>()
  #swept: Promise<void> | undefined
  #adding: Promise<unknown> = Promise.resolve()

  constructor(options: LayerCacheOptions) {
    this.#options = options
  }

  /** The value noted under a digest. Null when there is none, or none of ours. */
  async readNote(key: string): Promise<unknown> {
    const text = await readFile(join(this.#path('notes'), `${key}.json`), 'utf8').catch(() => null)
    try {
      return text === null ? null : JSON.parse(text)
    } catch {
      return null
    }
  }

  async writeNote(key: string, value: unknown): Promise<void> {
    await this.#open()
    const staging = join(this.#path('making'), this.#stagingName())
    await writeFile(staging, JSON.stringify(value))
    await rename(staging, join(this.#path('notes'), `${key}.json`))
  }

  /** Whether a layer is cached, without verifying it. */
  async has(key: string): Promise<boolean> {
    return (await this.#findFolder(key)) !== undefined
  }

  /** Null when the layer is missing. A modified one is removed and counts as missing. */
  async acquire(key: string): Promise<LayerLease | null> {
    const name = await this.#findFolder(key)
    if (name === undefined) return null
    const lease = this.#lease(name)
    if (await this.#isIntact(name, key)) {
      const now = this.#options.clock.now() / 1000
      await utimes(join(this.#path('ready'), name, 'layer.json'), now, now).catch(() => undefined)
      return lease
    }
    lease.release()
    this.#options.onDamage(key)
    await this.#remove(name)
    return null
  }

  /** Adds a layer, evicting others if necessary. Throws ProblemError `layer.cache-full`. */
  add(key: string, files: readonly SandboxFile[]): Promise<LayerLease> {
    const adding = this.#adding.then(() => this.#add(key, files))
    this.#adding = adding.catch(() => undefined)
    return adding
  }

  async #add(key: string, files: readonly SandboxFile[]): Promise<LayerLease> {
    await this.#open()
    const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
    await this.#evictFor(bytes)
    const staging = join(this.#path('making'), this.#stagingName())
    await mkdir(staging)
    try {
      const kept = await writeLayerFiles(join(staging, 'files'), files)
      await writeFile(join(staging, 'layer.json'), JSON.stringify({ key, bytes, files: kept }))
      await chmod(staging, 0o755)
      const name = `${key}.${randomBytes(6).toString('hex')}`
      const lease = this.#lease(name)
      await rename(staging, join(this.#path('ready'), name))
      await this.#isIntact(name, key)
      return lease
    } catch (error) {
      await removeLayer(staging)
      throw error
    }
  }

  async #evictFor(bytes: number): Promise<void> {
    const { maxBytes, idleMs, clock } = this.#options
    const all = await this.#cachedLayers()
    let total = all.reduce((sum, layer) => sum + layer.bytes, bytes)
    const idle = all.filter(
      ({ name, usedAt }) => !this.#leases.has(name) && usedAt + idleMs <= clock.now(),
    )
    for (const layer of idle.sort((one, other) => one.usedAt - other.usedAt)) {
      if (total <= maxBytes) return
      await this.#remove(layer.name)
      total -= layer.bytes
    }
    if (total <= maxBytes) return
    const message =
      'There is no room for its packages beside those of other scripts that run now; try again in a few minutes. The operator can give them more (PACKAGE_LAYERS_MIB).'
    throw layerProblem('layer.cache-full', { message })
  }

  async #cachedLayers(): Promise<CachedLayer[]> {
    const names = await readdir(this.#path('ready'))
    const found = names.map(async (name) => {
      const file = join(this.#path('ready'), name, 'layer.json')
      const [manifest, times] = await Promise.all([
        this.#manifest(name),
        stat(file).catch(() => null),
      ])
      return { name, bytes: manifest?.bytes ?? 0, usedAt: times?.mtimeMs ?? 0 }
    })
    return Promise.all(found)
  }

  async #manifest(name: string) {
    const file = join(this.#path('ready'), name, 'layer.json')
    const text = await readFile(file, 'utf8').catch(() => null)
    try {
      return text === null ? null : manifestSchema.parse(JSON.parse(text))
    } catch {
      return null
    }
  }

  async #isIntact(name: string, key: string): Promise<boolean> {
    const folder = join(this.#path('ready'), name, 'files')
    try {
      const fingerprint = await fingerprintFolder(folder)
      if (fingerprint && this.#fingerprints.get(name) === fingerprint.digest) return true
      const manifest = await this.#manifest(name)
      if (!fingerprint || manifest?.key !== key) return false
      if (!(await matchesManifest(folder, fingerprint, manifest.files))) return false
      this.#fingerprints.set(name, fingerprint.digest)
      return true
    } catch {
      return false
    }
  }

  #lease(name: string): LayerLease {
    this.#leases.set(name, (this.#leases.get(name) ?? 0) + 1)
    let held = true
    return {
      folder: join(this.#path('ready'), name, 'files'),
      release: () => {
        if (!held) return
        held = false
        const left = (this.#leases.get(name) ?? 1) - 1
        if (left === 0) this.#leases.delete(name)
        else this.#leases.set(name, left)
      },
    }
  }

  async #remove(name: string): Promise<void> {
    this.#fingerprints.delete(name)
    const discarded = join(this.#path('making'), this.#stagingName())
    // From here on nobody finds it, even if we die before it is deleted.
    await rename(join(this.#path('ready'), name), discarded).catch(() => undefined)
    await removeLayer(discarded)
  }

  async #findFolder(key: string): Promise<string | undefined> {
    this.#swept ??= this.#sweep()
    await this.#swept
    const names = await namesIn(this.#path('ready'))
    return names.find((name) => name.startsWith(`${key}.`))
  }

  #path(name: 'ready' | 'making' | 'notes'): string {
    return join(this.#options.folder, name)
  }

  #stagingName(): string {
    return `${hostname()}~${process.pid}~${randomBytes(8).toString('hex')}`
  }

  async #open(): Promise<void> {
    for (const name of ['ready', 'making', 'notes'] as const)
      await mkdir(this.#path(name), { recursive: true, mode: 0o755 })
  }

  /** Removes what dead processes left in staging. */
  async #sweep(): Promise<void> {
    for (const name of await namesIn(this.#path('making'))) {
      const full = join(this.#path('making'), name)
      const [host, pid] = name.split('~')
      const age = Date.now() - ((await stat(full).catch(() => null))?.mtimeMs ?? 0)
      const hasExited = host === hostname() && !isProcessAlive(Number(pid))
      if (hasExited || age > stagingMaxAgeMs) await removeLayer(full)
    }
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

function isProcessAlive(pid: number): boolean {
  if (pid === process.pid) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
