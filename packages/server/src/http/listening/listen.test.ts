import { request } from 'node:http'
import { connect } from 'node:net'
import type { ConversationBody, SkillBody } from '@repertoire/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestServer, skillMd } from '../../testing/test-server.ts'
import { type ListeningServer, listen } from './listen.ts'

let listening: ListeningServer | undefined

afterEach(async () => {
  await listening?.close(0)
})

const loopback = { host: '127.0.0.1', port: 0 }

describe('real connections', () => {
  it('a stream is released when its client disconnects', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const { body } = await server.call<ConversationBody>('/api/v1/conversations', { body: {} })
    const gone = new AbortController()
    await fetch(`http://127.0.0.1:${listening.port}/api/v1/conversations/${body.id}/events`, {
      headers: { authorization: `Bearer ${server.ownerKey}`, accept: 'text/event-stream' },
      signal: gone.signal,
    })
    expect(server.app.feed.followers()).toBe(1)
    gone.abort()
    await expect.poll(() => server.app.feed.followers()).toBe(0)
  })

  it('a POST whose body may be left out is taken without one', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const { body } = await server.call<SkillBody>('/api/v1/skills', {
      body: { content: skillMd('one') },
    })
    await server.call(`/api/v1/skills/${body.id}`, { method: 'DELETE' })
    const answer = await fetch(
      `http://127.0.0.1:${listening.port}/api/v1/skills/${body.id}/restore`,
      { method: 'POST', headers: { authorization: `Bearer ${server.ownerKey}` } },
    )
    expect(answer.status).toBe(200)
  })

  it('an interrupted upload stores nothing and is not a server error', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const upload = request({
      port: listening.port,
      host: '127.0.0.1',
      path: '/api/v1/skills',
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.ownerKey}`,
        'content-type': 'application/json',
        'content-length': '1000',
      },
    })
    upload.on('error', () => undefined)
    upload.write('{"content":"half')
    await new Promise((resolve) => upload.on('socket', (socket) => socket.once('ready', resolve)))
    upload.destroy()
    await expect.poll(() => server.logged()).toContain('"path":"/api/v1/skills"')
    expect(server.logged()).not.toContain('"level":50')
    expect((await server.call<{ items: unknown[] }>('/api/v1/skills')).body.items).toEqual([])
  })

  it('an invalid request, or one with a too long URL, is answered with a problem', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const { port } = listening
    const long = await fetch(`http://127.0.0.1:${port}/api/v1/skills?q=${'x'.repeat(80_000)}`)
    expect([long.status, long.headers.get('content-type')]).toEqual([
      431,
      'application/problem+json',
    ])
    expect(await long.json()).toMatchObject({ code: 'request.headers-too-large', status: 431 })
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    socket.write('nonsense\r\n\r\n')
    let answer = ''
    for await (const text of socket) answer += text
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"request\.malformed"/s)
  })

  it('an idle connection stays open longer than the 60 s of a load balancer', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const answer = await fetch(`http://127.0.0.1:${listening.port}/healthz`)
    const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  it('a taken port is reported in one line', async () => {
    const server = await createTestServer()
    listening = await listen(server.http, loopback)
    const again = listen(server.http, { ...loopback, port: listening.port })
    await expect(again).rejects.toMatchObject({ problem: { code: 'server.port-in-use' } })
    const elsewhere = listen(server.http, { host: '203.0.113.1', port: 0 })
    await expect(elsewhere).rejects.toMatchObject({ problem: { code: 'server.address-unknown' } })
  })
})
