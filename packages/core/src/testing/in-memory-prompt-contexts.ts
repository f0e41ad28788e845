import {
  type ContextScope,
  contextScopeId,
  type PromptContextStore,
} from '../ports/prompt-contexts.ts'
import type { InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryPromptContexts(tenant: InMemoryTenant): PromptContextStore {
  return {
    get: async (scope) => tenant.promptContexts.get(nameOf(scope)) ?? null,
    put: async (scope, context) => void tenant.promptContexts.set(nameOf(scope), { ...context }),
    remove: async (scope) => deletePromptContext(tenant, scope),
  }
}

export function deletePromptContext(tenant: InMemoryTenant, scope: ContextScope): boolean {
  return tenant.promptContexts.delete(nameOf(scope))
}

function nameOf(scope: ContextScope): string {
  return `${scope.kind} ${contextScopeId(scope)}`
}
