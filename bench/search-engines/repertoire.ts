import type { RevisionDigest, SkillId, TenantId, UserId } from '@repertoire/core/base'
import {
  createInProcessSegmentBuilder,
  createSkillSearch,
  isClearMatch,
} from '@repertoire/core/choose'
import { defaultSettings } from '@repertoire/core/domain'
import type { EmbeddingModel, SearchableSkill } from '@repertoire/core/ports'
import { wordVectors } from '@repertoire/word-vectors'
import { createEndpointModel, embeddingsName, embeddingsUrl } from './endpoint-model.ts'
import {
  type BenchSkill,
  BuildTooSlow,
  type BuiltEngine,
  type Corpus,
  cpuSeconds,
  type SearchEngine,
} from './search-engine.ts'

const tenant = 'tnt_bench' as TenantId
const viewer = 'usr_bench' as UserId

/** `BENCH_MEANING=no` ranks by words alone. */
const vectors = process.env.BENCH_MEANING === 'no' ? null : wordVectors

/** The product's complete search, including the change-feed check, ranking and reasons. */
export const repertoire: SearchEngine = {
  label: 'Repertoire',
  build: (corpus, deadline) => buildWith(null, corpus, deadline),
}

/** The same with the embedding model of the environment; none without one. */
export const withEmbeddingModel: readonly SearchEngine[] =
  embeddingsUrl === undefined
    ? []
    : [
        {
          label: `Repertoire with ${embeddingsName}`,
          build: (corpus, deadline) =>
            buildWith(createEndpointModel(embeddingsUrl!), corpus, deadline),
        },
      ]

async function buildWith(
  model: EmbeddingModel | null,
  corpus: Corpus,
  deadline: number,
): Promise<BuiltEngine> {
  const search = createSkillSearch({
    store: {
      tenant: () => ({
        skills: feedOf(corpus, deadline),
        settings: { get: async () => ({ settings: defaultSettings, version: 0 }) },
      }),
      watch: () => () => {},
    },
    segments: createInProcessSegmentBuilder(vectors),
    ...(vectors && { vectors }),
    ...(model && { embedding: { ...waiting, model } }),
  })
  await search.warm(tenant)
  await search.embedded()
  return {
    isSure: async (text) => isClearMatch(await search.search(tenant, viewer, { text, limit: 2 })),
    async search(text, limit, options) {
      const prefixLastWord = options?.prefix === true
      const hits = await search.search(tenant, viewer, { text, limit, prefixLastWord })
      return hits.map(({ skillId }) => Number(skillId.slice(4)))
    },
  }
}

/** A search waits until the model has answered, so that its quality is measured and not its speed. */
const waiting = {
  clock: { now: () => Date.now() },
  wait: () => new Promise<void>(() => {}),
  queryWaitMs: 0,
  onError: (error: unknown) => {
    throw error
  },
}

function feedOf(corpus: Corpus, deadline: number) {
  return {
    indexable: async (after: SkillId | null, limit: number) => {
      if (cpuSeconds() > deadline) throw new BuildTooSlow(`at ${after}`)
      const start = after === null ? 0 : Number(after.slice(4)) + 1
      const length = Math.max(0, Math.min(limit, corpus.size - start))
      return Array.from({ length }, (_, offset) =>
        indexable(start + offset, corpus.skill(start + offset)),
      )
    },
    indexableById: async (ids: readonly SkillId[]) =>
      ids.map((id) => indexable(Number(id.slice(4)), corpus.skill(Number(id.slice(4))))),
    heads: async () => [],
    forRouting: async () => [],
    changesAfter: async () => [],
    lastChangeSeq: async () => corpus.size,
  }
}

function indexable(index: number, skill: BenchSkill): SearchableSkill {
  const id = `skl_${String(index).padStart(7, '0')}` as SkillId
  const digest = `sha256:${index}` as RevisionDigest
  const { slug, name, description, tags, body } = skill
  const head = {
    ...{ digest, manifest: [], name, description, whenToUse: '', version: '', author: '' },
    ...{ license: '', tags, contentLength: body.length, contentHash: digest, frontmatter: {} },
    ...{ number: 1, createdAt: 0, createdBy: viewer, reason: '' },
  }
  const origin = { sourceUrl: null, sourceRef: null, sourceId: null }
  return {
    body,
    skill: {
      ...{ id, slug, head, scope: { kind: 'org' }, enabled: true, version: 1 },
      ...{ createdBy: viewer, createdAt: 0, updatedAt: 0 },
      ...{ archivedAt: null, useCount: 0, lastUsedAt: null },
      origin: { ...origin, sourceType: 'manual', provenance: 'authored' },
    },
  }
}
