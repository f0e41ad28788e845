import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gitLimits } from './git-limits.ts'

export interface OpenRepository {
  /** The bare repository. */
  readonly folder: string
  /** An empty folder: what git takes for the home of its user. */
  readonly home: string
  /** Writes its settings anew: what git noted there could make it fetch by itself. */
  resetSettings(): Promise<void>
  /** It is removed when it is released: after a failure, what is in it may be damaged. */
  discard(): void
  /** Lets others use it. */
  release(): Promise<void>
}

/** What git reads of a bare repository's settings. Written by us, so that nothing that it remembers counts. */
const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/**
 * Bare repositories that are kept between syncs, so that only what is new is fetched. Nobody waits for another: while
 * one is in use, a second user gets a repository of its own, which is removed afterwards.
 */
export class RepositoryCache {
  readonly #folder: string
  readonly #used = new Set<string>()
  #cleaned: Promise<void> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(url: string): Promise<OpenRepository> {
    this.#cleaned ??= this.#removeLeftovers()
    await this.#cleaned
    const kept = `${createHash('sha256').update(url).digest('hex').slice(0, 40)}.git`
    const isShared = !this.#used.has(kept)
    if (isShared) this.#used.add(kept)
    const home = await mkdtemp(join(this.#folder, 'home-'))
    const folder = isShared ? join(this.#folder, kept) : join(home, 'own.git')
    let isDiscarded = !isShared
    const release = async () => {
      await rm(home, { recursive: true, force: true })
      if (isDiscarded || (await exceedsLimit(folder))) {
        await rm(folder, { recursive: true, force: true })
      } else {
        const now = new Date()
        await utimes(folder, now, now).catch(() => undefined)
      }
      if (!isShared) return
      this.#used.delete(kept)
      await this.#prune()
    }
    try {
      await prepare(folder)
    } catch (error) {
      isDiscarded = true
      await release()
      throw error
    }
    return {
      ...{ folder, home, release },
      resetSettings: () => writeFile(join(folder, 'config'), config),
      discard: () => {
        isDiscarded = true
      },
    }
  }

  /** What a process that was ended left behind. */
  async #removeLeftovers(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.startsWith('home-'))
    for (const name of names) await rm(join(this.#folder, name), { recursive: true, force: true })
  }

  /** Removes those that were not used for the longest time. */
  async #prune(): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.git'))
    if (names.length <= gitLimits.keptRepositories) return
    const dated = await Promise.all(
      names.map(async (name) => ({ name, at: (await stat(join(this.#folder, name))).mtimeMs })),
    )
    const old = dated.toSorted((a, b) => b.at - a.at).slice(gitLimits.keptRepositories)
    for (const { name } of old) {
      if (!this.#used.has(name)) {
        await rm(join(this.#folder, name), { recursive: true, force: true })
      }
    }
  }
}

async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, 'objects', 'pack'), { recursive: true, mode: 0o700 })
  await mkdir(join(folder, 'refs'), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n')
  await writeFile(join(folder, 'config'), config)
  // A git that was killed leaves its locks and a half-written pack; nobody else uses this repository now.
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((one) => /\.lock$|(?:^|\/)tmp_\w+$/.test(one))) {
    await rm(join(folder, name), { force: true })
  }
}

/** Each fetch adds a pack, and nothing is ever collected: then it is cheaper to begin anew. */
async function exceedsLimit(folder: string): Promise<boolean> {
  const packs = join(folder, 'objects', 'pack')
  const names = await readdir(packs).catch(() => [])
  const sizes = await Promise.all(names.map((name) => stat(join(packs, name))))
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0)
  return names.length > 3 * gitLimits.keptPacks || bytes > gitLimits.keptBytes
}
