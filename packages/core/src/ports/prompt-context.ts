import type { ConversationId } from '../base/ids.ts'
import type { Principal } from '../domain/principal.ts'

/** What other systems add to the prompt before the skills (A2). Undefined: no block. */
export interface PromptContext {
  memory(principal: Principal, conversationId: ConversationId): Promise<string | undefined>
  graphContext(principal: Principal, conversationId: ConversationId): Promise<string | undefined>
}

/** The plain default: nothing is remembered. */
export const noPromptContext: PromptContext = {
  memory: async () => undefined,
  graphContext: async () => undefined,
}
