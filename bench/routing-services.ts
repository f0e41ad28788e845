import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sha256, TenantId, UserId } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  type RoutingRequest,
  type RoutingServices,
  VocabularyIndex,
} from '@repertoire/core/choose'
import type { RoutingSettings } from '@repertoire/core/domain'
import { ingestPackage } from '@repertoire/core/ingest'
import { assessedImport, createFixedClock, createInMemoryStore } from '@repertoire/core/testing'
import { serialiseSkillMd } from '@repertoire/skill-md'
import { wordVectors } from '@repertoire/word-vectors'
import { parse } from 'yaml'
import type { BenchSkill } from './search-engines/search-engine.ts'

const tenantId = 'tnt_bench' as TenantId
const viewer = 'usr_bench' as UserId
const batchSize = 500

/** The services that route a turn, over an in-memory store with these skills. */
export async function createRoutingServices(
  skills: readonly BenchSkill[],
): Promise<RoutingServices> {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'bench', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  for (let start = 0; start < skills.length; start += batchSize) {
    const arrivals = skills
      .slice(start, start + batchSize)
      .flatMap((skill) => ingestedContent(skill) ?? [])
    await tenant.skills.save(arrivals, 'create')
  }
  const vectors = wordVectors
  const segments = createInProcessSegmentBuilder(vectors)
  const search = createSkillSearch({ store, segments, vectors })
  await search.warm(tenantId)
  return { tenantId, viewer, skills: tenant.skills, search, router: search }
}

const sha256 = ((data: Uint8Array) => createHash('sha256').update(data).digest('hex')) as Sha256

/** The skill as an import judged clean; null where it cannot be one. */
export function ingestedContent({ slug, name, description, tags, body }: BenchSkill) {
  const source = serialiseSkillMd({
    frontmatter: { name, slug, description, tags: [...tags] },
    body,
  })
  const bytes = Buffer.from(source)
  const outcome = ingestPackage(
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
  return outcome.ok ? assessedImport(outcome.arrival) : null
}

/** A routing request for the message without other context, with the shipped vocabularies. */
export function turnOf(message: string, settings: RoutingSettings): RoutingRequest {
  const none = new Set<string>()
  const environment = { env: none, tools: none, toolsets: none, platform: 'linux' }
  return {
    turn: { message, signal: null, environment },
    settings,
    vocabulary: shippedVocabularies(),
  }
}

let cached: VocabularyIndex | undefined

function shippedVocabularies(): VocabularyIndex {
  const folder = join(import.meta.dirname, '../vocabularies')
  cached ??= new VocabularyIndex(
    readdirSync(folder).map((file) => {
      const { name, stages, asset_classes } = parse(readFileSync(join(folder, file), 'utf8'))
      return { name, stages, assetClasses: asset_classes }
    }),
  )
  return cached
}
