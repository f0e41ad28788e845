import type { Sha256 } from '../base/sha256.ts'
import type { PendingRevisionHead } from '../domain/pending-revision.ts'
import type { Skill } from '../domain/skill.ts'
import type { SkillSource } from '../domain/source.ts'
import { approveRevision } from '../ingest/review/approve-revision.ts'
import { createSource, type SourceFields } from '../ingest/sources/change-sources.ts'
import type { SyncDeps } from '../ingest/sources/sync-deps.ts'
import { beginSync, runSync, type SyncRequest } from '../ingest/sources/sync-source.ts'
import { createCatalogFixture } from './catalog-fixture.ts'
import { createInMemorySourceReader, type OfferedSource } from './in-memory-source-reader.ts'

const config = { kind: 'github', repo: 'acme/skills', ref: null, path: '' } as const

/** A library with one source, whose content a test offers. */
export async function createSyncFixture(sha256: Sha256, fields: Partial<SourceFields> = {}) {
  const catalog = await createCatalogFixture(sha256)
  const { store, clock, owner, member } = catalog
  const reader = createInMemorySourceReader()
  const heartbeats = new Set<() => void>()
  const deps: SyncDeps = {
    ...{ ...catalog.deps, reader, random: () => 0.5, tokenOf: async () => null },
    yieldToEventLoop: async () => undefined,
    every: (_, callback) => {
      heartbeats.add(callback)
      return () => void heartbeats.delete(callback)
    },
  }
  const source = await createSource(deps, owner, {
    ...{ name: 'acme', config, enabled: true, syncPolicy: 'auto', syncIntervalMinutes: 60 },
    ...{ reviewPolicy: 'hold', minimumUpdateAgeDays: 0, encryptedToken: null, ...fields },
  })
  let attempts = 0

  /** One attempt by a process of its own; null when another one is at work. */
  async function sync(
    change: Partial<SyncRequest> = {},
    withDeps: SyncDeps = deps,
  ): Promise<SkillSource | null> {
    attempts += 1
    const request = {
      ...{ id: source.id, owner: `attempt ${attempts}`, traceId: '0'.repeat(32) },
      ...{ signal: new AbortController().signal, isForced: false, ...change },
    }
    const begun = await beginSync(withDeps, request)
    return begun && runSync(withDeps, begun, request)
  }

  const held = async (): Promise<readonly PendingRevisionHead[]> =>
    (await store.reviews.list({ audience: 'imports', states: ['held'] }, { limit: 200 })).items

  return {
    ...{ deps, store, clock, owner, member, reader, source, sync, held },
    offer: (version: string, skills: OfferedSource['skills'], more: Partial<OfferedSource> = {}) =>
      reader.offer(config, { version, skills, ...more }),
    fail: (error: Parameters<typeof reader.offer>[1]) => reader.offer(config, error),
    beat: () => {
      for (const callback of heartbeats) callback()
    },
    approve: async (
      one: PendingRevisionHead | undefined,
      { enable }: { readonly enable: boolean | undefined } = { enable: true },
    ) => {
      if (!one) throw new Error('nothing waits')
      const { id, digest } = one
      const request = { id, digest, enable, overwriteEdits: false, note: '' }
      return (await approveRevision(deps, owner, request)).skill
    },
    skills: async (): Promise<readonly Skill[]> =>
      (await store.skills.list(owner.principal.userId, {}, { limit: 200 })).items,
    items: async () =>
      (await store.sources.allItems(source.id)).map(
        ({ entryId, state }) => [entryId, state] as const,
      ),
  }
}

export type SyncFixture = Awaited<ReturnType<typeof createSyncFixture>>

/** The files of a skill. A body with MALWARE is blocked. */
export function entryFiles(
  name: string,
  body = 'Do it.',
  licence = 'MIT',
): { readonly 'SKILL.md': string } {
  return {
    'SKILL.md': `---\nname: ${name}\ndescription: Use for ${name}.\nlicense: ${licence}\n---\n${body}\n`,
  }
}
