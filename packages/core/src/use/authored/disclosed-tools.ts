import { ProblemError } from '../../base/errors.ts'
import type { ConversationId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import type { AuthoredHead, AuthoredKind } from '../../domain/authored-tool.ts'
import type { TenantStore } from '../../ports/store.ts'
import { authoredNameNotFound, authoredNotDisclosed } from './authored-problems.ts'
import { isClosure, loadAuthoredToolRegistry } from './authored-tool-registry.ts'

/** The toolset under which agents make tools. */
export const toolsmithToolsetName = 'toolsmith'

export interface DisclosureContext {
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
export async function disclosedAuthored(
  context: DisclosureContext,
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

/** The tools an agent can call at this step. A name that a tool of ours has since is ours. */
export async function offeredTools(
  request: DisclosureContext & { readonly toolNames: ReadonlySet<string> },
): Promise<readonly AuthoredHead[]> {
  const disclosed = await disclosedAuthored(request)
  return disclosed.filter(
    ({ kind, enabled, name }) => kind === 'tool' && enabled && !request.toolNames.has(name),
  )
}

/** Throws ProblemError `authored.not-found`, or `authored.not-told` for what this conversation may not be told of. */
export async function findDisclosed(
  context: DisclosureContext,
  { kind, name }: { readonly kind: AuthoredKind; readonly name: string },
): Promise<AuthoredHead> {
  const existing = await context.store.authored.findByName(context.viewer, kind, name)
  if (!existing) throw authoredNameNotFound({ kind, name })
  const disclosed = await disclosedAuthored(context)
  const found = disclosed.find(({ id }) => id === existing.id)
  if (!found) throw new ProblemError(authoredNotDisclosed({ kind, name }))
  return found
}
