import type { ConversationId, TenantId, UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { openStore } from '../open-store.ts'
import { sha256 } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { childInput } from './child-process.ts'

/**
 * Appends three events and saves a skill with a file in a loop until it is killed, and prints each
 * acknowledgement.
 */
const { dataDir, databaseUrl, round, ...ids } = childInput<{
  dataDir: string
  databaseUrl?: string
  round: number
  tenantId: TenantId
  conversationId: ConversationId
  userId: UserId
}>()
const source = createSequentialIds()
const store = await openStore({
  dataDir,
  databaseUrl,
  clock: createFixedClock(),
  ids: { ...source, next: (prefix) => source.next(`${prefix}_${round}`) },
  sha256,
})
const { conversations, skills } = store.tenant(ids.tenantId)
const conversation = await conversations.get(ids.userId, ids.conversationId)
let head = conversation?.headSeq ?? 0
for (let count = 0; ; count++) {
  const events = ['a', 'b', 'c'].map((text) => ({
    type: 'message-received' as const,
    messageId: `${round}-${count}-${text}`,
    text,
    userId: ids.userId,
  }))
  const step = { expectedSeq: head, runId: null, traceId: '0'.repeat(32), events }
  head = await conversations.append(ids.conversationId, step, count)
  console.log(`head ${head}`)
  const slug = `skill-${round}-${count}`
  await skills.save([checkedContent(slug, { files: { 'a.txt': slug } })], 'create')
  console.log(`skill ${slug}`)
}
