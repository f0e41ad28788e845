import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createArrival,
  createInProcessSegmentBuilder,
  createSkillSearch,
  type RoutingRequest,
  type RoutingServices,
  type RoutingSettings,
  type Sha256,
  type TenantId,
  type UserId,
  VocabularyIndex,
} from '@repertoire/core'
import { createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { serialiseSkillMd } from '@repertoire/skill-md'
import { parse } from 'yaml'
import type { BenchSkill } from './corpus.ts'

const tenantId = 'tnt_bench' as TenantId
const viewer = 'usr_bench' as UserId
const batch = 500

/** What choosing skills for a turn takes, over a store in memory that holds these skills. */
export async function routedStore(skills: readonly BenchSkill[]): Promise<RoutingServices> {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'bench', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  for (let at = 0; at < skills.length; at += batch) {
    const some = skills.slice(at, at + batch).flatMap((skill) => arrivalOf(skill) ?? [])
    await tenant.skills.save(some, 'create')
  }
  const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
  await search.warm(tenantId)
  return { tenantId, viewer, skills: tenant.skills, search, router: search }
}

const sha256 = ((data: Uint8Array) => createHash('sha256').update(data).digest('hex')) as Sha256

function arrivalOf({ slug, name, description, tags, body }: BenchSkill) {
  const source = serialiseSkillMd({
    frontmatter: { name, slug, description, tags: [...tags] },
    body,
  })
  const bytes = Buffer.from(source)
  const outcome = createArrival(
    {
      files: [{ path: 'SKILL.md', bytes, executable: false }],
      folderName: slug,
      scope: { kind: 'org' },
      origin: {
        ...{ sourceType: 'manual', provenance: 'imported' },
        ...{ sourceUrl: null, sourceRef: null, sourceId: null },
      },
      author: viewer,
    },
    sha256,
  )
  return outcome.ok ? outcome.arrival : null
}

/** A turn of that message with nothing around it, read with the vocabularies we ship. */
export function turnOf(message: string, settings: RoutingSettings): RoutingRequest {
  const nothing = new Set<string>()
  const environment = { env: nothing, tools: nothing, toolsets: nothing, platform: 'linux' }
  return { turn: { message, signal: null, environment }, settings, vocabulary: shipped() }
}

let known: VocabularyIndex | undefined

function shipped(): VocabularyIndex {
  const folder = join(import.meta.dirname, '../vocabularies')
  known ??= new VocabularyIndex(
    readdirSync(folder).map((file) => {
      const { name, stages, asset_classes } = parse(readFileSync(join(folder, file), 'utf8'))
      return { name, stages, assetClasses: asset_classes }
    }),
  )
  return known
}
