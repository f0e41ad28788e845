import type { AgentId, ConversationId, Timestamp, UserId } from '../base/ids.ts'

/** Whose prompts a context belongs to. */
export type ContextScope =
  | { readonly kind: 'organisation' }
  | { readonly kind: 'agent'; readonly agentId: AgentId }
  | { readonly kind: 'conversation'; readonly conversationId: ConversationId }

/** Texts of other systems for the prompt. Untrusted; an empty text gives no block. */
export interface StoredContext {
  readonly memory: string
  readonly graphContext: string
  readonly updatedBy: UserId
  readonly updatedAt: Timestamp
}

/** The supplied contexts. They are deleted with their agent or conversation. */
export interface PromptContextStore {
  get(scope: ContextScope): Promise<StoredContext | null>
  /** Replaces the context of the scope. Throws ProblemError `tenant.not-found`. */
  put(scope: ContextScope, context: StoredContext): Promise<void>
  /** False when there was none. */
  remove(scope: ContextScope): Promise<boolean>
}

/** The id of the scope beside its kind; empty for the organisation. */
export function contextScopeId(scope: ContextScope): string {
  switch (scope.kind) {
    case 'organisation':
      return ''
    case 'agent':
      return scope.agentId
    case 'conversation':
      return scope.conversationId
  }
}
