import { afterEach, expect, it, vi } from 'vitest'
import { preload } from './preload.ts'
import { queryClient } from './queries.ts'

afterEach(() => queryClient.clear())

it('code that is needed soon is fetched after the answers that the page waits for', async () => {
  let resolve = (_answer: string) => {}
  const answer = new Promise<string>((done) => {
    resolve = done
  })
  const load = vi.fn(async () => {})
  const asking = queryClient.fetchQuery({ queryKey: ['slow'], queryFn: () => answer })
  const stop = preload(load)
  await new Promise((done) => setTimeout(done))
  await queryClient.fetchQuery({ queryKey: ['fast'], queryFn: () => 'answer' })
  expect(load).not.toHaveBeenCalled()
  resolve('answer')
  await asking
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await queryClient.fetchQuery({ queryKey: ['later'], queryFn: () => 'answer' })
  expect(load).toHaveBeenCalledOnce()
  stop()
})

it('it is not fetched for a page that has gone, and out of reach nothing fails', async () => {
  const load = vi.fn(() => Promise.reject(new Error('out of reach')))
  preload(load)()
  await queryClient.fetchQuery({ queryKey: ['one'], queryFn: () => 'answer' })
  expect(load).not.toHaveBeenCalled()
  const stop = preload(load)
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  stop()
})
