import {
  type IgnoredEntryBody,
  type IgnoreEntry,
  RepertoireError,
  type SkillBody,
  type SourceBody,
  type SourceCreate,
  type SourceItemBody,
} from '@repertoire/client'
import type { CommandContext } from '../command/command-context.ts'
import { notFound } from '../command/not-found.ts'
import { allItems } from './all-items.ts'
import type { Server } from './api.ts'
import { orNegativeResult } from './negative-result.ts'
import { isSamePlace } from './source-address.ts'

/** The server calls about sources. */
export interface SourcesApi {
  /** By name. */
  list(): Promise<SourceBody[]>
  /** By id or name. */
  find(nameOrId: string): Promise<SourceBody>
  get(id: string): Promise<SourceBody>
  create(source: SourceCreate): Promise<SourceBody>
  /** The source of the same place, or a new one. */
  ensure(source: SourceCreate): Promise<SourceBody>
  remove(id: string): Promise<void>
  /** Brings removed samples back. */
  restore(id: string): Promise<SourceBody>
  /** Starts a sync; one that runs already goes on. */
  sync(id: string, force: boolean): Promise<SourceBody>
  /** The same; a source of somebody else stays as it was read last. */
  syncOwn(id: string): Promise<SourceBody>
  cancel(id: string): Promise<void>
  /** Ids of the sources that are being synced now. */
  syncStale(): Promise<readonly string[]>
  items(id: string): Promise<SourceItemBody[]>
  ignored(id: string): Promise<IgnoredEntryBody[]>
  ignore(id: string, entry: IgnoreEntry): Promise<IgnoredEntryBody>
  stopIgnoring(id: string, ignoredId: string): Promise<void>
  /** Those of these skills that are off. */
  disabledSkills(ids: readonly string[]): Promise<SkillBody[]>
  /** Returns why this person may not, else null. */
  enableSkill(id: string): Promise<string | null>
}

export function connectSources({ client, send }: Server): SourcesApi {
  const { sources, skills } = client
  const list = async () => (await send(sources.list())).items
  const create = (source: SourceCreate) => send(explainRefusal(sources.create(source)))
  const sync = (id: string, force: boolean) =>
    sources.sync(id, { force }).catch((error: unknown) => {
      if (!hasCode(error, 'source.sync-running')) throw error
      return sources.get(id)
    })
  return {
    ...{ list, create },
    async find(nameOrId) {
      const found = (await list()).find(({ id, name }) => id === nameOrId || name === nameOrId)
      if (!found) throw notFound('source', nameOrId, 'See `repertoire sources`.')
      return found
    },
    get: (id) => send(sources.get(id)),
    async ensure(source) {
      return (await list()).find((one) => isSamePlace(one, source)) ?? (await create(source))
    },
    remove: (id) => send(explainRefusal(sources.remove(id))),
    restore: (id) => send(explainRefusal(sources.restore(id))),
    sync: (id, force) => send(explainRefusal(sync(id, force))),
    syncOwn(id) {
      const started = sync(id, false).catch((error: unknown) => {
        const isOthers = hasCode(error, 'source.others-forbidden', 'source.trust-forbidden')
        if (!isOthers) throw error
        return sources.get(id)
      })
      return send(explainRefusal(started))
    },
    async cancel(id) {
      await send(sources.cancel(id))
    },
    async syncStale() {
      const { started, running } = await send(sources.syncStale())
      return [...started, ...running]
    },
    items: (id) => send(allItems((page) => sources.items(id, page))),
    ignored: async (id) => (await send(sources.ignored(id))).items,
    ignore: (id, entry) => send(explainRefusal(sources.ignore(id, entry))),
    stopIgnoring: (id, ignoredId) => send(explainRefusal(sources.stopIgnoring(id, ignoredId))),
    async disabledSkills(ids) {
      const found: SkillBody[] = []
      for (const id of ids) found.push(await send(skills.get(id)))
      return found.filter(({ enabled }) => !enabled)
    },
    async enableSkill(id) {
      const enabling = skills.update(id, { enabled: true }).then(
        () => null,
        (error: unknown) => {
          if (!(error instanceof RepertoireError) || error.status !== 403) throw error
          return error.message
        },
      )
      return send(enabling)
    },
  }
}

/** The token of a source, which is given in the environment and never as an argument. */
export function sourceToken({ env }: Pick<CommandContext, 'env'>): { readonly token?: string } {
  const token = env.REPERTOIRE_SOURCE_TOKEN
  return token ? { token } : {}
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof RepertoireError && codes.includes(error.code)
}

function explainRefusal<Answer>(call: Promise<Answer>): Promise<Answer> {
  return orNegativeResult(call, ({ status }) => [400, 404, 409, 412].includes(status))
}
