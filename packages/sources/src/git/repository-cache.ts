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
  /** Lets others use it. */
  release(): Promise<void>
}

/** What git reads of a bare repository's settings. Written by us, so that nothing that it remembers counts. */
const config = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n'

/** Bare repositories that are kept between syncs, so that only what is new is fetched. One user at a time for each. */
export class RepositoryCache {
  readonly #folder: string
  readonly #users = new Map<string, Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async open(url: string): Promise<OpenRepository> {
    const name = `${createHash('sha256').update(url).digest('hex').slice(0, 40)}.git`
    const before = this.#users.get(name)
    let free = () => {}
    const used = new Promise<void>((resolve) => {
      free = resolve
    })
    this.#users.set(name, used)
    await before
    try {
      const folder = join(this.#folder, name)
      await mkdir(join(folder, 'objects'), { recursive: true, mode: 0o700 })
      await mkdir(join(folder, 'refs'), { recursive: true, mode: 0o700 })
      await writeFile(join(folder, 'HEAD'), 'ref: refs/heads/none\n')
      await writeFile(join(folder, 'config'), config)
      const home = await mkdtemp(join(this.#folder, 'home-'))
      const release = async () => {
        await rm(home, { recursive: true, force: true })
        const now = new Date()
        await utimes(folder, now, now).catch(() => undefined)
        free()
        if (this.#users.get(name) === used) this.#users.delete(name)
        await this.#prune()
      }
      const resetSettings = () => writeFile(join(folder, 'config'), config)
      return { folder, home, resetSettings, release }
    } catch (error) {
      free()
      throw error
    }
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
      if (!this.#users.has(name))
        await rm(join(this.#folder, name), { recursive: true, force: true })
    }
  }
}
