import { setImmediate } from 'node:timers/promises'
import { isProblemError, ProblemError, type Sha256 } from '@repertoire/core/base'
import {
  anonymousViewer,
  type Collection,
  type ManifestEntry,
  type PublishedSkill,
} from '@repertoire/core/domain'
import type { SkillStore } from '@repertoire/core/ports'
import {
  canBeCheckedOut,
  indexTag,
  marketplaceAnswer,
  maxIndexedSkills,
  skillsFolder,
  wholeMarketplaceAnswer,
} from '@repertoire/core/report'
import type { Logger } from 'pino'
import { createGitObject, type GitObject } from './git-object.ts'
import { createRepository, type GitRepository, type RepositoryFile } from './git-repository.ts'
import { createLargeCache } from './large-cache.ts'

export interface CollectionContents {
  readonly collection: Pick<Collection, 'slug' | 'description'>
  readonly skills: readonly PublishedSkill[]
  readonly store: Pick<SkillStore, 'file'>
}

/** The repositories of collections. They depend on contents alone, so what was asked last is kept. */
export interface CollectionRepositories {
  /** Throws ProblemError `collection.too-large`. */
  of(contents: CollectionContents): Promise<GitRepository>
}

/** Bytes of the files of one repository. */
const maxRepositoryBytes = 256 * 1024 * 1024
/** Compressed bytes that are kept of files, and of repositories, which share them. */
const maxKeptBytes = 128 * 1024 * 1024

/** Changes when the same skills would give another commit. */
const repositoryForm = 2

/** Git on Windows would else change the ends of lines, and with them the digests. */
const attributes = { path: '.gitattributes', text: '* -text\n' }

export function createCollectionRepositories(deps: {
  readonly sha256: Sha256
  readonly logger: Logger
}): CollectionRepositories {
  const repositories = createLargeCache<GitRepository>(maxKeptBytes)
  const blobs = createLargeCache<GitObject>(maxKeptBytes)

  async function build({ collection, skills, store }: CollectionContents) {
    const files: RepositoryFile[] = []
    const included: PublishedSkill[] = []
    for (const skill of skills) {
      const own = await filesOf(store, skill)
      if (!own) continue
      included.push(skill)
      files.push(...own)
    }
    files.push(await textFile(attributes))
    for (const [path, list] of [
      ['.agents/plugins/marketplace.json', wholeMarketplaceAnswer(collection)],
      ['.claude-plugin/marketplace.json', marketplaceAnswer(collection, included)],
    ] as const)
      files.push(await textFile({ path, text: `${JSON.stringify(list, null, 2)}\n` }))
    const repository = await createRepository(files, `Skills of ${collection.slug}`)
    return { value: repository, bytes: repository.bytes, keep: included.length === skills.length }
  }

  /** Null for a skill whose stored files are damaged: it does not take the others from the repository. */
  async function filesOf(store: CollectionContents['store'], skill: PublishedSkill) {
    // Thousands of skills leave room for other requests.
    await setImmediate()
    try {
      const files: RepositoryFile[] = []
      for (const entry of skill.manifest) {
        const blob = await blobs.get(entry.sha256, () => readBlob(store, skill, entry))
        const { path, executable } = entry
        files.push({ path: `${skillsFolder}/${skill.name}/${path}`, executable, blob })
      }
      return files
    } catch (error) {
      if (!isProblemError(error)) throw error
      const { code } = error.problem
      deps.logger.warn({ skill: skill.id, code }, 'a skill is left out of its repository')
      return null
    }
  }

  return {
    of: async ({ collection, skills: every, store }) => {
      const skills = every.filter(isInGit)
      const size = skills
        .flatMap(({ manifest }) => manifest)
        .reduce((sum, one) => sum + one.size, 0)
      if (size > maxRepositoryBytes || skills.length > maxIndexedSkills) throw tooLarge(size)
      const { slug, description } = collection
      const state = [repositoryForm, slug, description, indexTag(skills, deps.sha256)]
      const key = deps.sha256(JSON.stringify(state))
      return repositories.get(key, () => build({ collection, skills, store }))
    },
  }
}

function isInGit({ manifest }: PublishedSkill): boolean {
  return manifest.every(({ path }) => canBeCheckedOut(path))
}

async function readBlob(
  store: CollectionContents['store'],
  { id, digest }: PublishedSkill,
  { path }: ManifestEntry,
) {
  const bytes = await store.file(anonymousViewer, id, digest, path)
  if (!bytes) throw new ProblemError(fileMissing)
  const value = await createGitObject('blob', bytes)
  return { value, bytes: value.deflated.length, keep: true }
}

async function textFile({ path, text }: typeof attributes): Promise<RepositoryFile> {
  return { path, executable: false, blob: await createGitObject('blob', Buffer.from(text)) }
}

const fileMissing = {
  code: 'skill.file-missing',
  kind: 'internal',
  message: 'A stored file of the skill is missing.',
} as const

function tooLarge(bytes: number): ProblemError {
  return new ProblemError({
    code: 'collection.too-large',
    kind: 'too-large',
    message: `A repository may have ${maxIndexedSkills} skills and ${maxRepositoryBytes} bytes; this collection has ${bytes} bytes.`,
    hint: 'Make a collection of fewer skills, by tags or by hand.',
    details: { bytes, limit: maxRepositoryBytes },
  })
}
