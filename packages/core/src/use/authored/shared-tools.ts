import { ProblemError } from '../../base/errors.ts'
import type { ConversationId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { AuthoredHead, AuthoredKind } from '../../domain/authored-tool.ts'
import type { TenantStore } from '../../ports/store.ts'
import { authoredNameNotFound, authoredNotShared } from './authored-problems.ts'
import { isClosure, loadAuthoredToolRegistry } from './authored-tool-registry.ts'

/** The toolset by which agents write tools. */
export const toolsmithToolsetName = 'toolsmith'

export interface SharingContext {
  readonly store: Pick<TenantStore, 'authored'>
  readonly viewer: UserId
  readonly conversationId: ConversationId
  readonly sha256: Sha256
}

/**
 * The tools and libraries that this conversation may see. Their description and code are an agent's
 * words: what was written under untrusted input is visible only in the conversation that wrote it, until a
 * person approves it. So content that was read once cannot influence every later conversation.
 */
export async function sharedAuthoredTools(
  context: SharingContext,
): Promise<readonly AuthoredHead[]> {
  const { conversationId, viewer } = context
  const { heads, closureOf } = await loadAuthoredToolRegistry(context, viewer)
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

/**
 * The tools that an agent can call at this step. A built-in tool wins over an authored tool of the same
 * name.
 */
export async function offeredTools(
  request: SharingContext & { readonly toolNames: ReadonlySet<string> },
): Promise<readonly AuthoredHead[]> {
  const disclosed = await sharedAuthoredTools(request)
  return disclosed.filter(
    ({ kind, enabled, name }) => kind === 'tool' && enabled && !request.toolNames.has(name),
  )
}

/**
 * Throws ProblemError `authored.not-found`, or `authored.unapproved` for what this conversation may not see.
 */
export async function findShared(
  context: SharingContext,
  { kind, name }: { readonly kind: AuthoredKind; readonly name: string },
): Promise<AuthoredHead> {
  const existing = await context.store.authored.findByName(context.viewer, kind, name)
  if (!existing) throw authoredNameNotFound({ kind, name })
  const disclosed = await sharedAuthoredTools(context)
  const found = disclosed.find(({ id }) => id === existing.id)
  if (!found) throw new ProblemError(authoredNotShared({ kind, name }))
  return found
}
