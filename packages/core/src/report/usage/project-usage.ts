import { isProblemError } from '../../base/errors.ts'
import type { ConversationId } from '../../base/ids.ts'
import type { TenantStore } from '../../ports/store.ts'
import type { ConversationToFold } from '../../ports/usage.ts'
import { foldUsage, runTotals, skillPairs, usageRows } from './fold-usage.ts'
import { emptyUsage } from './usage-state.ts'

const conversationsAtOnce = 100
const eventsAtOnce = 500

export interface ProjectionOptions {
  /** All conversations without it. */
  readonly ids?: readonly ConversationId[]
  readonly stopped?: () => boolean
  /** After each conversation. */
  readonly yieldToEventLoop?: () => Promise<void>
}

/** Folds the logs of the conversations that are behind. Returns how many they were. Stopped or killed, the next call goes on. */
export async function projectUsage(
  store: Pick<TenantStore, 'usage' | 'conversations'>,
  { ids, stopped = () => false, yieldToEventLoop }: ProjectionOptions = {},
): Promise<number> {
  let folded = 0
  let after: ConversationId | null = null
  for (;;) {
    const request = { after, limit: conversationsAtOnce, ...(ids && { ids }) }
    const behind: readonly ConversationToFold[] = await store.usage.behind(request)
    for (const conversation of behind) {
      if (stopped()) return folded
      await project(store, conversation)
      folded += 1
      await yieldToEventLoop?.()
    }
    after = behind.at(-1)?.id ?? null
    if (behind.length < conversationsAtOnce) return folded
  }
}

/** Makes all numbers again from the logs. Until it is done they are too low. */
export async function reindexUsage(
  store: Pick<TenantStore, 'usage' | 'conversations'>,
  options: Pick<ProjectionOptions, 'yieldToEventLoop'> = {},
): Promise<number> {
  await store.usage.clear()
  return projectUsage(store, options)
}

async function project(
  { usage, conversations }: Pick<TenantStore, 'usage' | 'conversations'>,
  { id: conversationId, userId, agentId, headSeq }: ConversationToFold,
): Promise<void> {
  let state = emptyUsage(agentId)
  let after = 0
  while (after < headSeq) {
    const limit = Math.min(eventsAtOnce, headSeq - after)
    const events = await conversations.events(userId, conversationId, { after, limit })
    if (events.length === 0) break
    state = foldUsage(state, events)
    after = events.at(-1)?.seq ?? headSeq
  }
  try {
    const runs = runTotals(state)
    const pairs = skillPairs(state)
    const rows = usageRows(state)
    await usage.put({ conversationId, foldedTo: headSeq, rows, runs, pairs })
  } catch (error) {
    // It was deleted in the meantime, and its numbers with it.
    if (!isProblemError(error) || error.problem.code !== 'conversation.not-found') throw error
  }
}
