import { countCharacters } from '@repertoire/skill-md'
import { ProblemError } from '../../base/errors.ts'
import type { AgentId, ConversationId } from '../../base/ids.ts'
import type { Principal } from '../../domain/principal.ts'
import type { PromptContext } from '../../ports/prompt-context.ts'
import type {
  ContextScope,
  PromptContextStore,
  StoredContext,
} from '../../ports/prompt-contexts.ts'
import type { TenantStore } from '../../ports/store.ts'
import { type CatalogActor, type CatalogDeps, recordChanges } from '../skills/catalog-deps.ts'

/** Characters of memory, and of graph context, of one scope. */
export const maxContextChars = 20_000

export interface ContextTexts {
  readonly memory: string
  readonly graphContext: string
}

/**
 * Replaces the texts that a scope adds to prompts. The caller has checked that the actor may change the
 * scope. Throws ProblemError `context.too-large`.
 */
export async function providePromptContext(
  deps: CatalogDeps,
  actor: CatalogActor,
  { scope, texts }: { readonly scope: ContextScope; readonly texts: ContextTexts },
): Promise<StoredContext> {
  refuseTooLarge('memory', texts.memory)
  refuseTooLarge('graph_context', texts.graphContext)
  const { userId } = actor.principal
  const context = { ...texts, updatedBy: userId, updatedAt: deps.clock.now() }
  await deps.store.promptContexts.put(scope, context)
  await recordContext(deps, actor, { scope, characters: lengthOf(texts) })
  return context
}

/** False when the scope had no context. */
export async function removeSuppliedContext(
  deps: CatalogDeps,
  actor: CatalogActor,
  scope: ContextScope,
): Promise<boolean> {
  const removed = await deps.store.promptContexts.remove(scope)
  if (removed) await recordContext(deps, actor, { scope, characters: 0 })
  return removed
}

/**
 * The memory and graph context of a turn: those of the organisation, of its agent and of its conversation,
 * then those of the embedder's port, each separated by an empty line; empty for none.
 */
export async function contextOfTurn(
  {
    store,
    port,
  }: { readonly store: Pick<TenantStore, 'promptContexts'>; readonly port: PromptContext },
  turn: {
    readonly principal: Principal
    readonly agentId: AgentId | null
    readonly conversationId: ConversationId
  },
): Promise<ContextTexts> {
  const { principal, agentId, conversationId } = turn
  const scopes: readonly ContextScope[] = [
    { kind: 'organisation' },
    ...(agentId === null ? [] : [{ kind: 'agent', agentId } as const]),
    { kind: 'conversation', conversationId },
  ]
  const [stored, memory = '', graphContext = ''] = await Promise.all([
    storedContexts(store.promptContexts, scopes),
    port.memory(principal, conversationId),
    port.graphContext(principal, conversationId),
  ])
  return {
    memory: joined([...stored.map((one) => one.memory), memory]),
    graphContext: joined([...stored.map((one) => one.graphContext), graphContext]),
  }
}

async function storedContexts(
  contexts: PromptContextStore,
  scopes: readonly ContextScope[],
): Promise<readonly StoredContext[]> {
  const found = await Promise.all(scopes.map((scope) => contexts.get(scope)))
  return found.flatMap((one) => one ?? [])
}

function joined(texts: readonly string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
}

function refuseTooLarge(field: string, text: string): void {
  const characters = countCharacters(text)
  if (characters <= maxContextChars) return
  throw new ProblemError({
    code: 'context.too-large',
    kind: 'too-large',
    message: `${field} has ${characters} characters; at most ${maxContextChars} go into a prompt. Nothing was changed.`,
    hint: 'Supply only what this scope needs, or put the rest into a skill.',
    details: { field, characters, limit: maxContextChars },
  })
}

function lengthOf({ memory, graphContext }: ContextTexts): number {
  return countCharacters(memory) + countCharacters(graphContext)
}

/** The audit log has no text, only whose and how much. */
function recordContext(
  deps: CatalogDeps,
  actor: CatalogActor,
  { scope, characters }: { readonly scope: ContextScope; readonly characters: number },
): Promise<void> {
  const target =
    scope.kind === 'organisation'
      ? 'organisation'
      : scope.kind === 'agent'
        ? scope.agentId
        : scope.conversationId
  const details = { scope: scope.kind, characters }
  return recordChanges(deps, actor, [{ action: 'prompt-context-changed', target, details }])
}
