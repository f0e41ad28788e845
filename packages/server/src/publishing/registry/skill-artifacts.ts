import { setImmediate } from 'node:timers/promises'
import { isProblemError, type RevisionDigest, type Sha256 } from '@repertoire/core/base'
import { anonymousViewer, type PackageFile, type PublishedSkill } from '@repertoire/core/domain'
import { filesOfRevision } from '@repertoire/core/keep'
import type { SkillStore } from '@repertoire/core/ports'
import {
  type IndexedArtifact,
  maxIndexedSkills,
  type SkillArtifact,
  skillArtifact,
} from '@repertoire/core/report'
import type { Logger } from 'pino'
import { createPackageZipWriter } from '../../storage/packing/package-zip-writer.ts'

/** The artifacts that indexes name, from the store of one organisation. They depend on the revision alone, so what is known of one is kept. */
export interface SkillArtifacts {
  files(store: SkillStore, skill: PublishedSkill): Promise<readonly PackageFile[]>
  artifact(store: SkillStore, skill: PublishedSkill): Promise<SkillArtifact>
  /** Without skills whose stored files are damaged; `complete` says whether there are none. */
  describe(
    store: SkillStore,
    skills: readonly PublishedSkill[],
  ): Promise<{ readonly entries: readonly IndexedArtifact[]; readonly complete: boolean }>
}

type Facts = IndexedArtifact['artifact']

const maxKept = 20_000

export function createSkillArtifacts(deps: {
  readonly sha256: Sha256
  readonly logger: Logger
}): SkillArtifacts {
  const packer = createPackageZipWriter()
  const services = {
    sha256: deps.sha256,
    zip: (files: readonly PackageFile[]) => packer.pack(null, files),
  }
  const kept = new Map<RevisionDigest, Promise<Facts>>()

  const files: SkillArtifacts['files'] = (store, { id, digest, manifest }) =>
    filesOfRevision(store, anonymousViewer, { id, revision: { digest, manifest } })

  const artifact: SkillArtifacts['artifact'] = async (store, skill) =>
    skillArtifact(skill, await files(store, skill), services)

  /** Requests at the same time read the files of a skill once. */
  function factsOf(store: SkillStore, skill: PublishedSkill): Promise<Facts> {
    const known = kept.get(skill.digest)
    if (known) return known
    const facts = readFacts(store, skill)
    kept.set(skill.digest, facts)
    facts.catch(() => kept.delete(skill.digest))
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return facts
  }

  async function readFacts(store: SkillStore, skill: PublishedSkill): Promise<Facts> {
    // Zipping one takes about a millisecond; thousands of them leave room for other requests.
    await setImmediate()
    const { type, digest } = await artifact(store, skill)
    return { type, digest }
  }

  return {
    files,
    artifact,
    describe: async (store, skills) => {
      const offered = skills.slice(0, maxIndexedSkills)
      const entries: IndexedArtifact[] = []
      for (const skill of offered) {
        try {
          entries.push({ skill, artifact: await factsOf(store, skill) })
        } catch (error) {
          // One damaged skill does not take the others from the index.
          if (!isProblemError(error)) throw error
          const { code } = error.problem
          deps.logger.warn({ skill: skill.id, code }, 'a skill is left out of the registry')
        }
      }
      return { entries, complete: entries.length === offered.length }
    },
  }
}
