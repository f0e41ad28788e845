import type { ConversationId, TenantId } from '@repertoire/core/base'
import type { ChangeNotification } from '@repertoire/core/ports'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceChangeNotifications } from './debounce-change-notifications.ts'

const a = { kind: 'skills', tenantId: 'a' as TenantId } as const
const b = { kind: 'skills', tenantId: 'b' as TenantId } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watchDebounced() {
  const received: ChangeNotification[] = []
  let emit: (notification: ChangeNotification) => void = () => {}
  const debounced = debounceChangeNotifications({
    watch: (listener) => {
      emit = listener
      return () => {
        emit = () => {}
      }
    },
  })
  const stop = debounced.watch((notification) => received.push(notification))
  return { received, stop, emit: (notification: ChangeNotification) => emit(notification) }
}

test('a burst of changes is notified once, after it ends, for each tenant separately', () => {
  const { received, emit } = watchDebounced()
  emit(b)
  for (let step = 0; step < 10; step += 1) {
    emit(a)
    vi.advanceTimersByTime(100)
  }
  expect(received).toEqual([b])
  vi.advanceTimersByTime(300)
  expect(received).toEqual([b, a])
  emit(a)
  vi.advanceTimersByTime(300)
  expect(received).toEqual([b, a, a])
})

test('other notifications pass at once, and none after unsubscribing', () => {
  const { received, emit, stop } = watchDebounced()
  const conversationChange = {
    kind: 'conversation',
    tenantId: a.tenantId,
    conversationId: 'c' as ConversationId,
  } as const
  emit(conversationChange)
  expect(received).toEqual([conversationChange])
  emit(a)
  emit({ kind: 'anything' })
  stop()
  vi.advanceTimersByTime(1_000)
  expect(received).toEqual([conversationChange])
})
