import type { ConversationId } from '../base/ids.ts'
import type { Principal } from '../domain/principal.ts'

/** Prompt blocks of other systems, placed before the skills. Undefined: no block. */
export interface PromptContext {
  memory(principal: Principal, conversationId: ConversationId): Promise<string | undefined>
  graphContext(principal: Principal, conversationId: ConversationId): Promise<string | undefined>
}

/** The default without additional blocks. */
export const noPromptContext: PromptContext = {
  memory: async () => undefined,
  graphContext: async () => undefined,
}
