import type { ConversationId, UserId } from '../ids.ts'
import type { Sha256 } from '../ports/clock.ts'
import type { TenantStore } from '../ports/store.ts'
import { type AuthoredHead, authoredLimits } from './authored-tool.ts'
import { closureDigest, librariesOf } from './closure.ts'

/** The toolset under which agents make tools. */
export const toolsmithName = 'toolsmith'

/** All that a person has: tools and libraries, without their code. */
export async function authoredOf(
  { authored }: Pick<TenantStore, 'authored'>,
  owner: UserId,
): Promise<readonly AuthoredHead[]> {
  const { items } = await authored.list({ owner }, { limit: 2 * authoredLimits.perPerson })
  return items
}

export function librariesAmong(heads: readonly AuthoredHead[]): ReadonlyMap<string, AuthoredHead> {
  const libraries = heads.filter(({ kind }) => kind === 'library')
  return new Map(libraries.map((library) => [library.name, library]))
}

export interface OfferedToolsRequest {
  readonly store: Pick<TenantStore, 'authored'>
  readonly viewer: UserId
  readonly conversationId: ConversationId
  /** Names that tools of ours have, now or since. */
  readonly toolNames: ReadonlySet<string>
  readonly sha256: Sha256
}

/**
 * The tools an agent is told of at this step (B5). Their descriptions are an agent's own words: one written
 * after reading strangers' text is told of only where it was written, until a person has said yes to it, so that
 * nothing read once speaks in every later conversation.
 */
export async function offeredTools(request: OfferedToolsRequest): Promise<readonly AuthoredHead[]> {
  const { store, viewer, conversationId, toolNames, sha256 } = request
  const heads = await authoredOf(store, viewer)
  const tools = heads.filter(
    ({ kind, enabled, name }) => kind === 'tool' && enabled && !toolNames.has(name),
  )
  const doubtful = tools.filter(
    ({ head }) => !head.trusted && head.conversationId !== conversationId,
  )
  if (doubtful.length === 0) return tools
  const granted = new Set((await store.authored.grants(viewer)).map(({ digest }) => digest))
  const libraries = librariesAmong(heads)
  const kept = new Set(
    doubtful.filter((tool) => {
      const reached = librariesOf({ ...tool, requires: tool.head.requires }, libraries)
      return !('code' in reached) && granted.has(closureDigest(tool, reached, sha256))
    }),
  )
  return tools.filter((tool) => !doubtful.includes(tool) || kept.has(tool))
}
