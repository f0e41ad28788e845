import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { ProblemError } from '@repertoire/core/base'
import { skillRoutes } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createBodyParser } from './body-parser.ts'
import { parseBody } from './parse-body.ts'

const route = skillRoutes.create
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const large = (text: string) => ({ content: `---\nname: a\n---\n${text.repeat(200_000)}` })

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    return error instanceof ProblemError ? error.problem : error
  }
}

describe('large bodies are parsed off the event loop', () => {
  it('with the same result, small or large, valid or not', async () => {
    const parser = createBodyParser()
    const bodies = [
      bytes({ content: 'small' }),
      bytes(large('a ')),
      bytes({ ...large('a '), unknown: true }),
      bytes(large('\0a')),
      new TextEncoder().encode(`{"content":"${'a'.repeat(300_000)}`),
      new Uint8Array(300_000).fill(0xff),
      new TextEncoder().encode('['.repeat(300_000)),
      new TextEncoder().encode(`[${'1,'.repeat(300_000)}1]`),
    ]
    for (const body of bodies) {
      const expected = await outcomeOf(() => parseBody(route.body, body))
      expect(await outcomeOf(() => parser.parse(route, [body]))).toEqual(expected)
    }
  })

  it('the event loop goes on meanwhile', async () => {
    const parser = createBodyParser()
    await parser.parse(route, [bytes(large('a '))])
    const big = bytes({ content: 'x y '.repeat(1_900_000) })
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 1)
    await outcomeOf(() => parser.parse(route, [big]))
    clearInterval(count)
    expect(turns).toBeGreaterThan(3)
  })

  it('many at once are answered each with its own', async () => {
    const parser = createBodyParser({ smallBytes: 10 })
    const names = Array.from({ length: 20 }, (_, at) => `skill number ${at}`)
    const parsed = await Promise.all(
      names.map((content) => parser.parse(route, [bytes({ content })])),
    )
    expect(parsed).toMatchObject(names.map((content) => ({ content })))
  })

  it('a thread that hangs is ended, its bodies are refused, and the next one is parsed', async () => {
    const parser = createBodyParser({ smallBytes: 10, hangMs: 1 })
    const body = bytes({ content: 'a'.repeat(1_000) })
    expect(await outcomeOf(() => parser.parse(route, [body]))).toMatchObject({
      code: 'request.not-parsed',
    })
    const patient = createBodyParser({ smallBytes: 10 })
    expect(await patient.parse(route, [bytes({ content: 'a'.repeat(1_000) })])).toMatchObject({
      content: 'a'.repeat(1_000),
    })
  })

  it('a body whose thread dies is refused, and the next one is parsed', async () => {
    const threads: Worker[] = []
    const onStart = (message: unknown): void =>
      void threads.push((message as { worker: Worker }).worker)
    subscribe('worker_threads', onStart)
    try {
      const parser = createBodyParser({ smallBytes: 10 })
      const refused = outcomeOf(() => parser.parse(route, [bytes({ content: 'first one' })]))
      await expect.poll(() => threads.length).toBe(1)
      await threads[0]?.terminate()
      expect(await refused).toMatchObject({ code: 'request.not-parsed' })
      const content = 'second one'
      expect(await parser.parse(route, [bytes({ content })])).toMatchObject({ content })
    } finally {
      unsubscribe('worker_threads', onStart)
    }
  })

  it('a thread without work is ended with its memory, and another one started later', async () => {
    const threads: Worker[] = []
    const onStart = (message: unknown): void =>
      void threads.push((message as { worker: Worker }).worker)
    subscribe('worker_threads', onStart)
    try {
      const parser = createBodyParser({ smallBytes: 10, idleMs: 0 })
      for (const content of ['first one', 'second one']) {
        expect(await parser.parse(route, [bytes({ content })])).toMatchObject({ content })
        const last = threads.at(-1)
        if (last && last.threadId !== -1) await once(last, 'exit')
      }
      expect(threads).toHaveLength(2)
    } finally {
      unsubscribe('worker_threads', onStart)
    }
  })

  it('a large body changes threads without a copy', async () => {
    const parser = createBodyParser({ smallBytes: 10 })
    const parts = [bytes({ content: 'in two ' }).slice(0, -2), new TextEncoder().encode('parts"}')]
    expect(await parser.parse(route, parts)).toMatchObject({ content: 'in two parts' })
    expect(parts.map(({ byteLength }) => byteLength)).toEqual([0, 0])
  })
})
