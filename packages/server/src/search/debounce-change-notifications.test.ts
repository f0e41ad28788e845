import type { ChangeNotification, ConversationId, TenantId } from '@repertoire/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounceChangeNotifications } from './debounce-change-notifications.ts'

const a = { kind: 'skills', tenantId: 'a' as TenantId } as const
const b = { kind: 'skills', tenantId: 'b' as TenantId } as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen() {
  const heard: ChangeNotification[] = []
  let emit: (notice: ChangeNotification) => void = () => {}
  const calm = debounceChangeNotifications({
    watch: (listener) => {
      emit = listener
      return () => {
        emit = () => {}
      }
    },
  })
  const stop = calm.watch((notice) => heard.push(notice))
  return { heard, stop, emit: (notice: ChangeNotification) => emit(notice) }
}

test('a burst of changes is notified once, after it ends, for each tenant separately', () => {
  const { heard, emit } = listen()
  emit(b)
  for (let step = 0; step < 10; step += 1) {
    emit(a)
    vi.advanceTimersByTime(100)
  }
  expect(heard).toEqual([b])
  vi.advanceTimersByTime(300)
  expect(heard).toEqual([b, a])
  emit(a)
  vi.advanceTimersByTime(300)
  expect(heard).toEqual([b, a, a])
})

test('other notifications pass at once, and none after unsubscribing', () => {
  const { heard, emit, stop } = listen()
  const talked = {
    kind: 'conversation',
    tenantId: a.tenantId,
    conversationId: 'c' as ConversationId,
  } as const
  emit(talked)
  expect(heard).toEqual([talked])
  emit(a)
  emit({ kind: 'anything' })
  stop()
  vi.advanceTimersByTime(1_000)
  expect(heard).toEqual([talked])
})
