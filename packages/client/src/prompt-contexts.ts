import type { PromptContextBody, PromptContextUpdate } from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

/** Whose prompts a context belongs to. */
export type ContextOwner =
  | { readonly agent: string }
  | { readonly conversation: string }
  | 'organisation'

/** Memory and graph context that other systems supply for prompts. */
export class PromptContextsResource extends Resource {
  get(owner: ContextOwner): Promise<PromptContextBody> {
    return this.transport.json(pathOf(owner))
  }

  /** Replaces both texts. */
  put(owner: ContextOwner, context: PromptContextUpdate): Promise<PromptContextBody> {
    return this.transport.json(pathOf(owner), { method: 'PUT', body: context })
  }

  remove(owner: ContextOwner): Promise<void> {
    return this.transport.json(pathOf(owner), { method: 'DELETE' })
  }
}

function pathOf(owner: ContextOwner): string {
  if (owner === 'organisation') return '/api/v1/context'
  return 'agent' in owner
    ? `/api/v1/agents/${segment(owner.agent)}/context`
    : `/api/v1/conversations/${segment(owner.conversation)}/context`
}
