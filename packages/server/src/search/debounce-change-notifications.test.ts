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

test('a run of changes is told once, when it is over, each tenant’s by itself', () => {
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

test('what is not about skills is told at once, and nothing after the end', () => {
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
