import type { RevisionDigest, SkillId, TenantId, UserId } from '../base/ids.ts'
import type { QualityOptions } from '../choose/search/quality-reader.ts'
import type { EmbeddingOptions } from '../choose/search/search-embedding.ts'
import {
  createInProcessSegmentBuilder,
  type SegmentBuilder,
} from '../choose/search/segment-builder.ts'
import {
  createSkillSearch,
  type KeptIndexOptions,
  type SkillSearchService,
} from '../choose/search/skill-search.ts'
import type { CheckedContent, SkillScope } from '../domain/skill.ts'
import type { SearchQuery } from '../ports/search-index.ts'
import type { Store } from '../ports/store.ts'
import type { WordVectors } from '../ports/word-vectors.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryStore } from './in-memory-store.ts'
import { assessedImport } from './ingested-package.ts'

export const acme = 'tnt_acme' as TenantId
export const other = 'tnt_other' as TenantId
export const ann = 'usr_ann' as UserId
export const bob = 'usr_bob' as UserId
export const org: SkillScope = { kind: 'org' }
export const userScope: SkillScope = { kind: 'user', userId: ann }

export interface Draft {
  readonly slug: string
  readonly description: string
  readonly body?: string
  readonly tags?: readonly string[]
  /** For the router. */
  readonly keywords?: readonly string[]
  readonly scope?: SkillScope
  readonly enabled?: boolean
}

export function checkedContent(draft: Draft): CheckedContent {
  const { slug, description, body = '', tags = [], scope = org, enabled = true } = draft
  const { keywords = [] } = draft
  const digest =
    `sha256:${JSON.stringify([slug, description, body, tags, keywords])}` as RevisionDigest
  return assessedImport({
    slug,
    scope,
    enabled,
    facts: {
      digest,
      manifest: [],
      name: slug,
      description,
      whenToUse: '',
      version: '',
      author: '',
      license: '',
      tags,
      contentLength: body.length,
      contentHash: digest,
      frontmatter: keywords.length > 0 ? { routing: { keywords: [...keywords] } } : {},
    },
    content: { source: body, body },
    files: [],
    origin: {
      sourceType: 'manual',
      sourceUrl: null,
      sourceRef: null,
      sourceId: null,
      provenance: 'authored',
    },
    author: ann,
    reason: '',
  })
}

/** A promise and the call that resolves it. */
export function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

/** Counts the calls of `build`. */
export function countingBuilder(): {
  readonly segments: SegmentBuilder
  readonly built: () => number
} {
  const inner = createInProcessSegmentBuilder()
  let built = 0
  const build: SegmentBuilder['build'] = (groups) => {
    built += 1
    return inner.build(groups)
  }
  return { segments: { ...inner, build }, built: () => built }
}

export async function setUp(
  options: {
    segments?: SegmentBuilder
    maxTenants?: number
    withoutNotifications?: boolean
    kept?: KeptIndexOptions
    vectors?: WordVectors
    embedding?: EmbeddingOptions
    quality?: QualityOptions
  } = {},
): Promise<{ store: Store; search: SkillSearchService }> {
  const store = createInMemoryStore({ clock: createFixedClock() })
  for (const id of [acme, other]) await store.directory.createTenant({ id, name: id, createdAt: 0 })
  const {
    segments = createInProcessSegmentBuilder(),
    withoutNotifications = false,
    ...rest
  } = options
  const watchedStore = withoutNotifications
    ? { tenant: store.tenant, watch: () => () => {} }
    : store
  return { store, search: createSkillSearch({ store: watchedStore, segments, ...rest }) }
}

export async function save(store: Store, ...drafts: Draft[]): Promise<readonly SkillId[]> {
  const outcomes = await store.tenant(acme).skills.save(drafts.map(checkedContent), 'upsert')
  return outcomes.map((outcome) => ('skill' in outcome ? outcome.skill : outcome.existing).id)
}

export async function slugs(
  { store, search }: { store: Store; search: SkillSearchService },
  viewer: UserId,
  query: Omit<SearchQuery, 'limit'>,
): Promise<string[]> {
  const hits = await search.search(acme, viewer, { limit: 50, ...query })
  const skills = await store.tenant(acme).skills.getMany(
    viewer,
    hits.map(({ skillId }) => skillId),
  )
  return hits.map(({ skillId }) => skills.find(({ id }) => id === skillId)?.slug ?? 'not visible')
}
