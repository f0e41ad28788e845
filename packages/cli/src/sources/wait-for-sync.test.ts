import type { SourceBody } from '@repertoire/client'
import { expect, it } from 'vitest'
import { waitForSync } from './wait-for-sync.ts'

const source = { id: 'src_1', name: 'acme' } as SourceBody

function context() {
  const notes: string[] = []
  let interrupt = (): void => undefined
  const terminal = {
    ...{
      out: () => undefined,
      write: () => undefined,
      page: async () => undefined,
      note: (line: string) => void notes.push(line),
      ...{ columns: 80, lineWidth: 80 },
    },
    ...{ paint: (_: unknown, text: string) => text, screen: undefined },
  }
  const onInterrupt = (callback: () => void) => {
    interrupt = callback
    return () => undefined
  }
  return { notes, context: { terminal, onInterrupt }, interrupt: () => interrupt() }
}

it('A10: Ctrl-C asks the server to stop the sync, and waits for its end', async () => {
  const { notes, context: own, interrupt } = context()
  let status: SourceBody['last_sync_status'] = 'running'
  const api = {
    get: async () => {
      if (status === 'running') interrupt()
      return { ...source, last_sync_status: status }
    },
    cancel: async () => {
      status = 'cancelled'
    },
  }
  expect((await waitForSync(api, source, own)).last_sync_status).toBe('cancelled')
  expect(notes.join()).toContain('Stopping')
})

it('A10: a sync longer than a second shows how far it is', async () => {
  const { notes, context: own } = context()
  const began = performance.now()
  const get = async () => {
    const isOver = performance.now() - began > 1_300
    const progress = { done: 3, total: 8 }
    return { ...source, progress, last_sync_status: isOver ? 'ok' : 'running' } as SourceBody
  }
  await waitForSync({ get, cancel: async () => undefined }, source, own)
  expect(notes).toEqual(['3 of 8 skills of acme'])
})
