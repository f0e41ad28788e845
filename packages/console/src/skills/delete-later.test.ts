import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deleteLater } from './delete-later.ts'

const two = [
  { id: 'skl_a', name: 'a' },
  { id: 'skl_b', name: 'b' },
]
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    asked.push(url)
    const status = url.endsWith('skl_a') ? 404 : 204
    const problem = {
      type: 'about:blank',
      title: 'x',
      status,
      code: 'skill.absent',
      message: 'No.',
    }
    return new Response(status === 204 ? null : JSON.stringify(problem), {
      status,
      headers: { 'content-type': 'application/problem+json' },
    })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function undoOf(title: string): void {
  const shown = toast.getHistory().find((each) => 'title' in each && each.title === title)
  const action = shown && 'action' in shown ? shown.action : undefined
  if (!action || typeof action !== 'object' || !('onClick' in action)) throw new Error('No undo')
  action.onClick({} as never)
}

it('deletes nothing while it can be undone, then each, and one that fails does not stop the rest', async () => {
  deleteLater(two)
  await vi.advanceTimersByTimeAsync(5900)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(asked.map((url) => url.split('/').at(-1))).toEqual(['skl_a', 'skl_b'])
  const titles = toast.getHistory().map((each) => 'title' in each && each.title)
  expect(titles).toContain('1 skill not deleted')
  expect(titles).toContain('1 skill deleted')
})

it('undone, deletes nothing', async () => {
  deleteLater([...two, { id: 'skl_c', name: 'c' }])
  undoOf('3 skills will be deleted in 6 seconds')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual([])
})
