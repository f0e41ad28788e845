import { ProblemError, type SkillId } from '@repertoire/core/base'
import {
  anonymousViewer,
  type PublishedSkill,
  type Revision,
  type Skill,
} from '@repertoire/core/domain'
import { importSkills } from '@repertoire/core/ingest'
import { filesOfRevision, removeSkill } from '@repertoire/core/keep'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import type { Caller } from '../../identity/auth/authenticate.ts'
import { createPublishedCatalogues } from '../../publishing/registry/published-catalogues.ts'
import { createPackageZipWriter } from '../../storage/packing/package-zip-writer.ts'
import { type Application, actorOf, catalogOf } from '../base/application.ts'
import { notFound } from '../base/not-found.ts'
import type { SkillForm } from './read-skill-form.ts'
import { type PageOf, type PageRequest, pageAfter } from './vendor-page.ts'
import { versionId, versionNumber } from './version-id.ts'

/** Who asks, and under which trace. */
export interface VendorCaller {
  readonly caller: Caller
  readonly traceId: string
}

/** One version of a skill, as both vendors have them: one of our revisions. */
export interface VersionOfSkill {
  readonly skill: Skill
  readonly revision: Revision
}

/**
 * The skills that an organisation publishes, in the words of the vendors' interfaces. Errors besides those of the functions
 * below it: `skill.not-found`, `revision.not-found`, `request.bad-cursor`.
 */
export interface VendorSkills {
  list(by: VendorCaller, page: PageRequest): Promise<PageOf<Skill>>
  get(by: VendorCaller, id: string): Promise<Skill>
  /** Only as a new skill. */
  create(by: VendorCaller, form: SkillForm): Promise<Skill>
  remove(by: VendorCaller, id: string): Promise<void>
  listVersions(by: VendorCaller, id: string, page: PageRequest): Promise<PageOf<VersionOfSkill>>
  getVersion(by: VendorCaller, id: string, version: string): Promise<VersionOfSkill>
  createVersion(by: VendorCaller, id: string, form: SkillForm): Promise<VersionOfSkill>
  /** Its files as a zip. */
  content(by: VendorCaller, id: string, version: string): Promise<Uint8Array>
}

export function createVendorSkills(app: Application, via: string): VendorSkills {
  const catalogues = createPublishedCatalogues(app)
  const packer = createPackageZipWriter()
  const storeOf = ({ caller }: VendorCaller) => catalogOf(app, caller).store

  async function get(by: VendorCaller, id: string): Promise<Skill> {
    const { byId } = await catalogues.of(by.caller.principal.tenantId)
    const skill =
      byId.has(id as SkillId) && (await storeOf(by).skills.get(anonymousViewer, id as SkillId))
    if (skill) return skill
    throw notFound('skill.not-found', 'There is no such skill, or it is not enabled.')
  }

  /** Newest first, without those whose content was revoked. */
  async function versionsOf(by: VendorCaller, skill: Skill): Promise<readonly Revision[]> {
    const { skills, reviews } = storeOf(by)
    const revoked = new Set((await reviews.revocations()).map(({ digest }) => digest))
    const revisions = await skills.revisions(anonymousViewer, skill.id)
    return revisions.filter(({ digest }) => !revoked.has(digest))
  }

  async function getVersion(by: VendorCaller, id: string, version: string) {
    const skill = await get(by, id)
    const wanted = versionNumber(skill, version)
    const revision = (await versionsOf(by, skill)).find(({ number }) => number === wanted)
    if (revision) return { skill, revision }
    throw notFound('revision.not-found', 'The skill has no such version.')
  }

  async function bringIn(by: VendorCaller, { path, files }: SkillForm, target: 'new' | SkillId) {
    const [outcome] = await app.importQueue.run(by.caller.principal, () =>
      importSkills(catalogOf(app, by.caller), actorOf(by), {
        ...{ scope: 'org', items: [{ path, files }], target },
        // The skill is named, so whichever place it came from, it is the one that is meant.
        overwrite: target !== 'new',
      }),
    )
    if (!outcome) throw new Error('an import of one skill had no outcome')
    if (outcome.status === 'refused') throw new ProblemError(outcome.problem)
    return outcome.skill
  }

  return {
    get,
    getVersion,
    list: async (by, request) => {
      const { skills } = await catalogues.of(by.caller.principal.tenantId)
      const page = pageAfter(skills.toSorted(newestFirst), request, ({ id }) => id)
      const ids = page.items.map(({ id }) => id)
      return { ...page, items: await storeOf(by).skills.getMany(anonymousViewer, ids) }
    },
    create: (by, form) => bringIn(by, form, 'new'),
    remove: async (by, id) => {
      const skill = await get(by, id)
      await removeSkill(catalogOf(app, by.caller), actorOf(by), { id: skill.id })
    },
    listVersions: async (by, id, request) => {
      const skill = await get(by, id)
      const revisions = await versionsOf(by, skill)
      const versions = revisions.map((revision) => ({ skill, revision }))
      return pageAfter(versions, request, (one) => versionId(one.skill, one.revision))
    },
    createVersion: async (by, id, form) => {
      const { id: target } = await get(by, id)
      const skill = await bringIn(by, form, target)
      return { skill, revision: skill.head }
    },
    content: async (by, id, version) => {
      const { skill, revision } = await getVersion(by, id, version)
      const files = await filesOfRevision(storeOf(by).skills, anonymousViewer, {
        id: skill.id,
        revision,
      })
      const bytes = await packer.pack(skill.slug, files)
      const details = { slug: skill.slug, digest: revision.digest, bytes: bytes.length, via }
      await recordAudit(app, by, { action: 'skill-exported', target: skill.id, details })
      return bytes
    },
  }
}

function newestFirst(one: PublishedSkill, other: PublishedSkill): number {
  return other.publishedAt - one.publishedAt || (one.id < other.id ? -1 : 1)
}
