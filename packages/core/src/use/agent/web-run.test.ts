import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { WebPage, WebReader } from '../../ports/web-reader.ts'
import { createAgentHarness } from '../../testing/agent-harness.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { web } from '../toolsets/web.ts'

const url = 'https://site.example/'

function createHarness(webFetchEnabled = true) {
  return createAgentHarness({
    sha256: (data) => `hash-of-${data.length}`,
    toolsets: [web],
    settings: { webFetchEnabled },
    model: createCallingModel({ id: 'fetch', name: 'web_fetch', input: { url } }),
  })
}

const page: WebPage = {
  ...{ url, title: null, contentType: 'text/plain', text: 'hello', truncated: false },
  totalCharacters: 5,
}

describe('reading a web page in a run', () => {
  it('gives the page to the model', async () => {
    const harness = await createHarness()
    const reader: WebReader = { read: async () => page }
    const run = await harness.say('look')
    expect(await harness.work(run, { fresh: true, ports: { web: reader } })).toBe('over')
    expect(await harness.lastOutcome()).toMatchObject({ status: 'ok', output: { text: 'hello' } })
  })

  it('reports an unreachable site to the model, and continues', async () => {
    const harness = await createHarness()
    const reader: WebReader = {
      read: async () => {
        throw new ProblemError({ code: 'outbound.timeout', kind: 'unavailable', message: 'Late.' })
      },
    }
    const run = await harness.say('look')
    expect(await harness.work(run, { fresh: true, ports: { web: reader } })).toBe('over')
    expect(await harness.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: { code: 'outbound.timeout' },
    })
    expect((await harness.eventTypes()).at(-1)).toBe('run-completed')
  })

  it('fetches nothing while it is off', async () => {
    const harness = await createHarness(false)
    const asked: string[] = []
    const reader: WebReader = {
      read: async (requested) => {
        asked.push(requested)
        return page
      },
    }
    await harness.work(await harness.say('look'), { fresh: true, ports: { web: reader } })
    expect(asked).toEqual([])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'web.off' } })
  })

  it('stops silently on abort, and is repeated later', async () => {
    const harness = await createHarness()
    const controller = new AbortController()
    const hanging: WebReader = {
      read: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          controller.abort(new Error('the process is going'))
        }),
    }
    const run = await harness.say('look')
    const stopped = { fresh: true, ports: { web: hanging }, signal: controller.signal }
    expect(await harness.work(run, stopped)).toBe('stopped')
    expect(await harness.all('tool-completed')).toEqual([])
    harness.clock.advance(60_000)
    const reader: WebReader = { read: async () => page }
    expect(await harness.work(run, { ports: { web: reader } })).toBe('over')
    expect(await harness.lastOutcome()).toMatchObject({ status: 'ok' })
  })
})
