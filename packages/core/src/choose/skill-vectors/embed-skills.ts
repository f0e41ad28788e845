import type { RevisionDigest, SkillId, TenantId } from '../../base/ids.ts'
import type { EmbeddingModel } from '../../ports/embedding-model.ts'
import type { SearchableSkill } from '../../ports/skills.ts'
import { embedBatch } from './embed-batch.ts'
import { embeddedText } from './embedded-text.ts'
import type { KeptVectors } from './kept-vectors.ts'
import { SkillVectors } from './skill-vectors.ts'
import { createTenantQueue } from './tenant-queue.ts'

/** Skills of one step: then it is another tenant's turn. */
const batchSize = 64
/** Steps after which vectors are kept though more are to come. */
const stepsBetweenSaves = 16

type IndexedRevision = { readonly id: SkillId; readonly digest: RevisionDigest }

export interface SkillEmbedderOptions {
  readonly model: EmbeddingModel
  /** The skills of the tenant's index; null when it is not in memory. */
  readonly skillsOf: (tenantId: TenantId) => Promise<Iterable<IndexedRevision> | null>
  readonly textsOf: (
    tenantId: TenantId,
    ids: readonly SkillId[],
  ) => Promise<readonly SearchableSkill[]>
  /** Without it, a new process asks the model for all vectors. */
  readonly kept: KeptVectors | undefined
  /** Resolves after the time, or at once when the signal aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Gets failures; all of them are tried again. */
  readonly onError: (error: unknown) => void
}

/** Gets the vectors of skills in the background, a batch at a time, tenants in turn. */
export interface SkillEmbedder {
  /** Those that are there. Undefined before the first step of a tenant. */
  vectorsOf(tenantId: TenantId): SkillVectors | undefined
  /** Gets the vectors that the tenant's skills have not, and drops those of no skill. */
  schedule(tenantId: TenantId): void
  /** Resolves when there is nothing to do. */
  idle(): Promise<void>
  /** Leaves memory; what is kept stays. */
  unload(tenantId: TenantId): void
  /** Removes them from memory and storage. */
  discard(tenantId: TenantId): Promise<void>
  /** Starts no further step, and aborts the one that is running. */
  stop(): void
}

interface TenantVectors {
  readonly vectors: SkillVectors
  /** Skills without a vector. */
  missing: IndexedRevision[]
  /** Number of changes, and how many of them {@link TenantVectors.missing} takes into account. */
  changes: number
  listed: number
  /** Revisions whose text the model refuses. */
  readonly refused: Set<RevisionDigest>
  steps: number
  isClosed: boolean
}

export function createSkillEmbedder(options: SkillEmbedderOptions): SkillEmbedder {
  const { model, skillsOf, textsOf, kept, wait, onError } = options
  const tenants = new Map<TenantId, TenantVectors>()
  const stopped = new AbortController()
  let saving: Promise<void> = Promise.resolve()

  async function open(tenantId: TenantId): Promise<TenantVectors> {
    const known = tenants.get(tenantId)
    if (known) return known
    const vectors = (await kept?.load(tenantId)) ?? new SkillVectors()
    const counts = { changes: 0, listed: -1, steps: 0 }
    const refused = new Set<RevisionDigest>()
    const tenant: TenantVectors = { vectors, missing: [], refused, ...counts, isClosed: false }
    tenants.set(tenantId, tenant)
    return tenant
  }

  async function listMissing(tenantId: TenantId, tenant: TenantVectors): Promise<void> {
    const { changes, vectors, refused } = tenant
    const found = await skillsOf(tenantId)
    if (found === null) return
    const skills = new Map<RevisionDigest, IndexedRevision>()
    for (const skill of found) skills.set(skill.digest, skill)
    vectors.retain(new Set(skills.keys()))
    tenant.missing = [...skills.values()].filter(
      ({ digest }) => !vectors.has(digest) && !refused.has(digest),
    )
    tenant.listed = changes
  }

  async function save(tenantId: TenantId, { vectors, isClosed }: TenantVectors): Promise<void> {
    if (isClosed || kept === undefined) return
    saving = kept.save(tenantId, vectors).catch(onError)
    await saving
  }

  /** Throws errors of the store. */
  async function step(tenantId: TenantId): Promise<'done' | 'more' | 'failed'> {
    const tenant = await open(tenantId)
    if (tenant.listed !== tenant.changes) await listMissing(tenantId, tenant)
    const batch = tenant.missing.slice(0, batchSize)
    if (batch.length === 0) {
      await save(tenantId, tenant)
      return 'done'
    }
    const found = await textsOf(
      tenantId,
      batch.map(({ id }) => id),
    )
    const texts = found.map(({ skill }) => ({
      ...{ digest: skill.head.digest, text: embeddedText(skill) },
    }))
    const embedded = await embedBatch(model, texts, stopped.signal).catch(failed)
    if (embedded === null) return 'failed'
    tenant.missing.splice(0, batch.length)
    for (const digest of embedded.refused) tenant.refused.add(digest)
    for (const [digest, vector] of embedded.vectors)
      if (!tenant.vectors.put(digest, vector)) tenant.changes += 1
    tenant.steps += 1
    if (tenant.steps % stepsBetweenSaves === 0) await save(tenantId, tenant)
    return 'more'
  }

  function failed(error: unknown): null {
    if (!stopped.signal.aborted) onError(error)
    return null
  }

  const queue = createTenantQueue({
    // What the store refuses is tried again with the tenant's next change.
    step: async (tenantId) => (await step(tenantId).catch(failed)) ?? 'done',
    ...{ wait, stopped: stopped.signal },
  })

  return {
    vectorsOf: (tenantId) => tenants.get(tenantId)?.vectors,
    schedule: (tenantId) => {
      const known = tenants.get(tenantId)
      if (known) known.changes += 1
      queue.add(tenantId)
    },
    idle: queue.idle,
    unload: (tenantId) => {
      if (kept === undefined) return
      queue.remove(tenantId)
      tenants.delete(tenantId)
    },
    discard: async (tenantId) => {
      const tenant = tenants.get(tenantId)
      if (tenant) tenant.isClosed = true
      queue.remove(tenantId)
      tenants.delete(tenantId)
      await saving
      await kept?.discard(tenantId)
    },
    stop: () => stopped.abort(),
  }
}
