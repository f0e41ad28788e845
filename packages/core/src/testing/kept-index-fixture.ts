import type { TenantId, UserId } from '../base/ids.ts'
import type { Sha256 } from '../base/sha256.ts'
import { rankSkills } from '../choose/routing/rank-skills.ts'
import type { RankedCandidate } from '../choose/routing/top-ranked.ts'
import { readTurn } from '../choose/routing/turn.ts'
import { VocabularyIndex } from '../choose/routing/vocabulary.ts'
import { createInProcessSegmentBuilder } from '../choose/search/segment-builder.ts'
import {
  createSkillSearch,
  type KeptIndexOptions,
  type SkillSearchService,
} from '../choose/search/skill-search.ts'
import { defaultScoreTable } from '../domain/score-table.ts'
import type { BlobStore } from '../ports/blobs.ts'
import type { IndexStorage, SearchHit } from '../ports/search-index.ts'
import type { Store } from '../ports/store.ts'
import { createFixedClock } from './fixed-clock.ts'
import { createInMemoryBlobs } from './in-memory-blobs.ts'
import type { InMemoryBlob } from './in-memory-state.ts'
import { acme, ann, bob, countingBuilder } from './search-fixture.ts'

/** An index storage in memory, whose bytes a test can read and change. */
export interface OpenedStorage {
  readonly storage: IndexStorage
  readonly segments: Map<string, InMemoryBlob>
  readonly manifests: Map<string, InMemoryBlob>
}

export function createIndexStorage(sha256: Sha256): OpenedStorage {
  const segments = new Map<string, InMemoryBlob>()
  const manifests = new Map<string, InMemoryBlob>()
  const storage = {
    segments: createInMemoryBlobs(sha256, segments),
    manifests: createInMemoryBlobs(sha256, manifests),
    vectors: createInMemoryBlobs(sha256),
  }
  return { storage, segments, manifests }
}

/** The storage of a process that is killed at its `calls`-th write: this one and all later ones fail. */
export function killedAfter(storage: IndexStorage, calls: number): IndexStorage {
  let left = calls
  const guarded = (blobs: BlobStore): BlobStore => {
    const counted =
      <Arguments extends unknown[]>(write: (...given: Arguments) => Promise<void>) =>
      async (...given: Arguments) => {
        if (left-- <= 0) throw new Error('killed')
        return write(...given)
      }
    return { ...blobs, put: counted(blobs.put), remove: counted(blobs.remove) }
  }
  const { segments, manifests, vectors } = storage
  return { segments: guarded(segments), manifests: guarded(manifests), vectors }
}

/** A search as a new process opens it, that counts what it builds. */
export function start(
  store: Store,
  kept: Partial<KeptIndexOptions> & Pick<KeptIndexOptions, 'storage' | 'sha256'>,
  bounds: { readonly maxTenants?: number; readonly maxBytes?: number } = {},
): { readonly search: SkillSearchService; readonly built: () => number } {
  const { segments, built } = countingBuilder()
  const clock = createFixedClock()
  const options = { clock, version: '1', ...kept }
  const watched = { tenant: store.tenant, watch: () => () => {} }
  return {
    search: createSkillSearch({ store: watched, segments, kept: options, ...bounds }),
    built,
  }
}

const texts = ['pdf', 'git review deploy', 's3 renamed table char', 'reviews of the chart']

/** What both people find by some queries, and are offered for these messages. */
export async function answers(
  search: Pick<SkillSearchService, 'search' | 'routing'>,
  tenantId: TenantId = acme,
  viewers: readonly UserId[] = [ann, bob],
): Promise<string> {
  const found: (readonly (SearchHit | RankedCandidate)[])[] = []
  for (const viewer of viewers) {
    for (const text of texts) {
      found.push(await search.search(tenantId, viewer, { text, limit: 50, prefixLastWord: true }))
      const view = await search.routing(tenantId, viewer)
      found.push(rankSkills(view, turnOf(text), { table: defaultScoreTable, limit: 50 }).ranked)
    }
  }
  return JSON.stringify(found)
}

function turnOf(message: string) {
  const environment = { env: new Set(''), tools: new Set(''), toolsets: new Set('') }
  const turn = { message, signal: null, environment: { ...environment, platform: 'linux' } }
  return readTurn({ ...turn, searchScores: new Map() }, { vocabulary: new VocabularyIndex([]) })
}

/** The same of an index that is built from the store alone. */
export function freshAnswers(store: Store): Promise<string> {
  return answers(createSkillSearch({ store, segments: createInProcessSegmentBuilder() }))
}
