import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../base/errors.ts'
import type { WebPage, WebReader } from '../../ports/web-reader.ts'
import { createAgentScene } from '../../testing/agent-scene.ts'
import { createCallingModel } from '../../testing/scripted-model.ts'
import { web } from '../toolsets/web.ts'

const url = 'https://site.example/'

function scene(webFetchEnabled = true) {
  return createAgentScene({
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
    const stage = await scene()
    const reader: WebReader = { read: async () => page }
    const run = await stage.say('look')
    expect(await stage.work(run, { fresh: true, ports: { web: reader } })).toBe('over')
    expect(await stage.lastOutcome()).toMatchObject({ status: 'ok', output: { text: 'hello' } })
  })

  it('tells the model of a site that is down, and goes on', async () => {
    const stage = await scene()
    const reader: WebReader = {
      read: async () => {
        throw new ProblemError({ code: 'outbound.timeout', kind: 'unavailable', message: 'Late.' })
      },
    }
    const run = await stage.say('look')
    expect(await stage.work(run, { fresh: true, ports: { web: reader } })).toBe('over')
    expect(await stage.lastOutcome()).toMatchObject({
      status: 'refused',
      problem: { code: 'outbound.timeout' },
    })
    expect((await stage.story()).at(-1)).toBe('run-completed')
  })

  it('reaches nothing while it is switched off', async () => {
    const stage = await scene(false)
    const asked: string[] = []
    const reader: WebReader = {
      read: async (asking) => {
        asked.push(asking)
        return page
      },
    }
    await stage.work(await stage.say('look'), { fresh: true, ports: { web: reader } })
    expect(asked).toEqual([])
    expect(await stage.lastOutcome()).toMatchObject({ problem: { code: 'web.off' } })
  })

  it('stops in the middle without a word, and is done again later', async () => {
    const stage = await scene()
    const controller = new AbortController()
    const hanging: WebReader = {
      read: (_url, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          controller.abort(new Error('the process is going'))
        }),
    }
    const run = await stage.say('look')
    const stopped = { fresh: true, ports: { web: hanging }, signal: controller.signal }
    expect(await stage.work(run, stopped)).toBe('stopped')
    expect(await stage.all('tool-completed')).toEqual([])
    stage.clock.advance(60_000)
    const reader: WebReader = { read: async () => page }
    expect(await stage.work(run, { ports: { web: reader } })).toBe('over')
    expect(await stage.lastOutcome()).toMatchObject({ status: 'ok' })
  })
})
