import { ProblemError } from '../../base/errors.ts'
import type { ConversationId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { AuthoredHead, AuthoredKind } from '../../domain/authored-tool.ts'
import type { TenantStore } from '../../ports/store.ts'
import { authoredBook, isClosure } from './authored-book.ts'
import { noneOfThatName, notTold } from './authored-problems.ts'

/** The toolset under which agents make tools. */
export const toolsmithName = 'toolsmith'

export interface Listener {
  readonly store: Pick<TenantStore, 'authored'>
  readonly viewer: UserId
  readonly conversationId: ConversationId
  readonly sha256: Sha256
}

/**
 * What an agent may be told of in this conversation (B5). Description and code are an agent's own words: what was
 * written after reading strangers' text is told of only where it was written, until a person has said yes to it, so
 * that nothing read once speaks in every later conversation.
 */
export async function authoredTold(listener: Listener): Promise<readonly AuthoredHead[]> {
  const { conversationId, viewer } = listener
  const { heads, closureOf } = await authoredBook(listener, viewer)
  const approved = new Set<AuthoredHead>()
  for (const tool of heads.filter(({ kind }) => kind === 'tool')) {
    const closure = closureOf(tool)
    if (!isClosure(closure) || !closure.approved) continue
    for (const part of [tool, ...closure.libraries]) approved.add(part)
  }
  return heads.filter(
    (one) => one.head.trusted || one.head.conversationId === conversationId || approved.has(one),
  )
}

/** The tools an agent can call at this step. A name that a tool of ours has since is ours. */
export async function offeredTools(
  request: Listener & { readonly toolNames: ReadonlySet<string> },
): Promise<readonly AuthoredHead[]> {
  const told = await authoredTold(request)
  return told.filter(
    ({ kind, enabled, name }) => kind === 'tool' && enabled && !request.toolNames.has(name),
  )
}

/** Throws ProblemError `authored.not-found`, or `authored.not-told` for what this conversation may not be told of. */
export async function toldByName(
  listener: Listener,
  { kind, name }: { readonly kind: AuthoredKind; readonly name: string },
): Promise<AuthoredHead> {
  const there = await listener.store.authored.findByName(listener.viewer, kind, name)
  if (!there) throw noneOfThatName({ kind, name })
  const told = await authoredTold(listener)
  const found = told.find(({ id }) => id === there.id)
  if (!found) throw new ProblemError(notTold({ kind, name }))
  return found
}
