import { readFileSync } from 'node:fs'
import { isProblemError, type Problem } from '@repertoire/core/base'
import { afterEach, describe, expect, it } from 'vitest'
import {
  brokenServer,
  type ConnectorFixture,
  createConnectorFixture,
  everythingServer,
  failingServer,
  nodeServer,
} from './testing/connector-fixture.ts'

const fixtures: ConnectorFixture[] = []
/** Long, because processes are slow on a busy machine. */
const options = { timeout: 120_000 }
const slow = { timeout: 60_000 }
const neverAborted = new AbortController().signal
/** Reads processes in /proc. */
const onLinux = it.skipIf(process.platform !== 'linux')

async function fixture(
  ...args: Parameters<typeof createConnectorFixture>
): Promise<ConnectorFixture> {
  const made = await createConnectorFixture(...args)
  fixtures.push(made)
  return made
}

afterEach(async () => {
  await Promise.all(fixtures.splice(0).map((one) => one.end()))
})

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    (value) => new Error(`it worked: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  )
  if (!isProblemError(error)) throw error
  return error.problem
}

/** Without zombie (defunct) processes. */
function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

describe('the official reference server as a process', options, () => {
  const everything = {
    everything: { title: 'Everything', ...nodeServer(everythingServer, 'stdio') },
  }

  it('D: lists its tools, checks inputs by their schemas, and calls them', async () => {
    const { service, principal, call } = await fixture(everything)
    const tools = await service.tools(principal, 'everything', neverAborted)
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum']))
    expect(await call('everything', 'echo', { message: 'hello' })).toMatchObject({
      text: 'Echo: hello',
    })
    const sum = await call('everything', 'get-sum', { a: 2, b: 40 })
    expect(sum).toMatchObject({ text: expect.stringContaining('42') })
    const structured = await call('everything', 'get-structured-content', { location: 'Chicago' })
    expect(structured).toMatchObject({ structured: { temperature: expect.any(Number) } })
    const { code, message } = await problemOf(call('everything', 'get-sum', { a: 'two' }))
    expect([code, message]).toEqual(['connector.bad-input', expect.stringContaining('a')])
    expect((await problemOf(call('everything', 'nope'))).code).toBe('connector.tool-not-found')
  })

  it('D: describes pictures instead of putting them into the conversation', async () => {
    const { call } = await fixture(everything)
    const { text } = (await call('everything', 'get-tiny-image')) as { text: string }
    expect(text).toMatch(/\[image \(image\/png\) of about \d+ bytes, left out\]/)
    expect(text.length).toBeLessThan(1000)
  })

  it('D: a call that takes too long times out, and a cancelled one ends at once', async () => {
    const { call } = await fixture({
      everything: { ...everything.everything, timeout_seconds: 1 },
    })
    const long = { duration: 30, steps: 2 }
    const late = problemOf(call('everything', 'trigger-long-running-operation', long))
    expect((await late).code).toBe('connector.timed-out')
    const cancel = new AbortController()
    const cancelled = call('everything', 'trigger-long-running-operation', long, cancel.signal)
    cancel.abort(new Error('stop'))
    await expect(cancelled).rejects.toThrow('stop')
    expect(await call('everything', 'echo', { message: 'still here' })).toBeTruthy()
  })

  onLinux('D: reports a server killed during a call, and the next call restarts it', async () => {
    const { call, children, service, principal } = await fixture(everything)
    await call('everything', 'echo', { message: 'first' })
    const [before] = await children()
    const under = call('everything', 'trigger-long-running-operation', { duration: 30, steps: 2 })
    // Answered on the same stream, so the server has the call above.
    await call('everything', 'echo', { message: 'second' })
    process.kill(before as number, 'SIGKILL')
    const { code, message } = await problemOf(under)
    expect([code, message]).toEqual(['connector.failed', expect.stringContaining('ended')])
    const { connectors } = await service.overview(principal.tenantId)
    expect(connectors[0]).toMatchObject({ status: 'failed', problem: 'it ended by itself' })
    expect(await call('everything', 'echo', { message: 'again' })).toMatchObject({
      text: 'Echo: again',
    })
    expect(await children()).toHaveLength(1)
    expect(await children()).not.toContain(before)
  })

  onLinux('D: leaves no process when it is closed', async () => {
    const made = await fixture(everything)
    await made.call('everything', 'echo', { message: 'x' })
    const [pid] = await made.children()
    await made.service.close()
    expect(isAlive(pid as number)).toBe(false)
    expect((await problemOf(made.call('everything', 'echo', { message: 'x' }))).code).toBe(
      'connector.failed',
    )
  })

  it('D: sees none of our environment, and its secrets are masked', async () => {
    process.env.OUR_SECRET_TEST_VALUE = 'postgres://our:secret@db'
    const { call, service, principal, logged } = await fixture(
      {
        everything: {
          ...everything.everything,
          // biome-ignore lint/suspicious/noTemplateCurlyInString: the operator's file has it so
          env: { API_TOKEN: '${TOKEN}', GREETING: 'hello', DB_PASSWORD: 'literal-pass' },
        },
      },
      { env: { TOKEN: 'tok-12345', DATABASE_URL: 'postgres://x' } },
    )
    const message = JSON.stringify(await call('everything', 'get-env'))
    delete process.env.OUR_SECRET_TEST_VALUE
    expect(message).toContain('hello')
    expect(message).toContain('API_TOKEN')
    for (const secret of ['tok-12345', 'literal-pass', 'postgres:', 'OUR_SECRET', 'VITEST']) {
      expect(message).not.toContain(secret)
    }
    const visible = JSON.stringify([
      await service.overview(principal.tenantId),
      await service.list(principal),
      logged(),
    ])
    for (const secret of ['tok-12345', 'literal-pass']) expect(visible).not.toContain(secret)
  })
})

describe('connections', options, () => {
  const misbehaving = { misbehaving: nodeServer(brokenServer) }

  onLinux('D: gives each organisation its own process and folder', async () => {
    const { service, principal, outsider, children, call } = await fixture(misbehaving)
    await service.tools(principal, 'misbehaving', neverAborted)
    await service.tools(outsider, 'misbehaving', neverAborted)
    expect(await children()).toHaveLength(2)
    const { text } = (await call('misbehaving', 'env')) as { text: string }
    expect(JSON.parse(text).cwd).toMatch(/connectors\/ten_a\/misbehaving$/)
  })

  it('D: an organisation that is not listed does not see the connector', async () => {
    const { service, principal, outsider } = await fixture({
      misbehaving: { ...misbehaving.misbehaving, tenants: ['ten_b'] },
    })
    expect(await service.list(principal)).toEqual([])
    expect((await service.overview(principal.tenantId)).connectors).toEqual([])
    const { code } = await problemOf(service.tools(principal, 'misbehaving', neverAborted))
    expect(code).toBe('connector.not-found')
    expect(await service.list(outsider)).toHaveLength(1)
  })

  onLinux('D: close after some idle minutes, and reopen on demand', async () => {
    const { service, principal, clock, children } = await fixture(misbehaving)
    await service.tools(principal, 'misbehaving', neverAborted)
    await service.closeIdle()
    expect(await children()).toHaveLength(1)
    clock.advance(5 * 60_000)
    await service.closeIdle()
    expect(await children()).toHaveLength(0)
    expect((await service.tools(principal, 'misbehaving', neverAborted)).length).toBeGreaterThan(5)
  })

  onLinux('D: are limited in number; the least recently used idle one is closed', async () => {
    const three = {
      a: misbehaving.misbehaving,
      b: misbehaving.misbehaving,
      c: misbehaving.misbehaving,
    }
    const { service, principal, clock, children } = await fixture(three, { maxConnections: 2 })
    for (const name of ['a', 'b', 'c']) {
      await service.tools(principal, name, neverAborted)
      clock.advance(1_000)
    }
    expect(await children()).toHaveLength(2)
    const { connectors } = await service.overview(principal.tenantId)
    expect(connectors.map(({ status }) => status)).toEqual(['idle', 'ready', 'ready'])
  })

  onLinux('D: end with everything their process has started', async () => {
    const made = await fixture(misbehaving)
    const { text } = (await made.call('misbehaving', 'spawns')) as { text: string }
    const grandchild = Number(text)
    expect(isAlive(grandchild)).toBe(true)
    await made.service.close()
    await expect.poll(() => isAlive(grandchild), slow).toBe(false)
  })

  it('D: retries a failing connector with backoff, and at once when an administrator asks', async () => {
    const broken = { broken: { command: 'no-such-program-here' } }
    const { service, principal, clock } = await fixture(broken)
    const attempt = () => problemOf(service.tools(principal, 'broken', neverAborted))
    expect((await attempt()).message).toContain('was not found on this machine')
    expect((await attempt()).message).toContain('was not found on this machine')
    expect((await attempt()).hint).toContain('tried again in 1 s')
    clock.advance(1_000)
    expect((await attempt()).hint).not.toContain('tried again in')
    expect((await attempt()).hint).toContain('tried again in 2 s')
    const checked = await service.check(principal, 'broken', neverAborted)
    expect(checked).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('was not found on this machine'),
    })
  })

  it('D: shows what a program printed before it exited to administrators only, without secrets', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the operator's file has it so
    const env = { API_TOKEN: '${TOKEN}' }
    const failing = { failing: { ...nodeServer(failingServer), env } }
    const { service, principal, logged } = await fixture(failing, { env: { TOKEN: 'tok-12345' } })
    const { message } = await problemOf(service.tools(principal, 'failing', neverAborted))
    expect(message).not.toContain('licence')
    const { connectors } = await service.overview(principal.tenantId)
    expect(connectors[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('it wrote: cannot start with *** ⏎ Error: no licence'),
    })
    expect(logged()).toContain('no licence')
    expect(logged()).not.toContain('tok-12345')
  })

  it('D: supports an older server that exits at an unknown method', async () => {
    const { service, principal } = await fixture({
      misbehaving: nodeServer(brokenServer, '--ends-at-questions'),
    })
    expect((await service.tools(principal, 'misbehaving', neverAborted)).length).toBeGreaterThan(5)
  })

  onLinux(
    'D: a changed file takes effect at the next use: new processes, new digests, none left over',
    async () => {
      const { service, principal, configure, children, call } = await fixture(misbehaving)
      const [before] = await service.list(principal)
      await call('misbehaving', 'read_file')
      await configure({ misbehaving: nodeServer(brokenServer, '--other') })
      const [after] = await service.list(principal)
      expect(after?.digest).not.toBe(before?.digest)
      const stale = service.call(principal, {
        ...{ connector: 'misbehaving', digest: before?.digest ?? '', tool: 'read_file', input: {} },
        ...{ key: 'call_x', signal: neverAborted },
      })
      expect((await problemOf(stale)).code).toBe('connector.changed')
      await expect.poll(children, slow).toHaveLength(0)
      await configure({})
      expect(await service.list(principal)).toEqual([])
    },
  )
})

describe('a malicious server', options, () => {
  const misbehaving = { misbehaving: nodeServer(brokenServer) }

  it('D: accepts only tools with valid names and bounded schemas, on all pages', async () => {
    const { service, principal } = await fixture(misbehaving)
    const tools = await service.tools(principal, 'misbehaving', neverAborted)
    const names = tools.map(({ name }) => name)
    expect(names).toContain('constructor')
    expect(names).toContain('unfolds')
    expect(names).not.toContain('no good name')
    expect(names).not.toContain('too-big')
    expect(names.filter((name) => name === 'never')).toHaveLength(1)
    expect(tools.find(({ name }) => name === 'long')?.description).toHaveLength(2_000)
    const { connectors } = await service.overview(principal.tenantId)
    expect(connectors[0]).toMatchObject({ toolCount: names.length, omittedTools: 3 })
  })

  it('D: a response of 100 MB, and an endless one, end the process and not the server', async () => {
    const { call } = await fixture({
      slow: { ...misbehaving.misbehaving, timeout_seconds: 120 },
      misbehaving: { ...misbehaving.misbehaving, timeout_seconds: 1 },
    })
    expect((await problemOf(call('slow', 'huge'))).code).toBe('connector.failed')
    expect((await problemOf(call('slow', 'flood'))).code).toBe('connector.failed')
    expect((await problemOf(call('misbehaving', 'never'))).code).toBe('connector.timed-out')
  })

  it('D: truncates a result to what a conversation can hold', async () => {
    const { call } = await fixture(misbehaving)
    const answer = (await call('misbehaving', 'binary')) as { text: string; truncated: boolean }
    expect(answer.truncated).toBe(true)
    expect(answer.text).toContain('[image (image/png) of about 3000 bytes, left out]')
    expect(answer.text).toHaveLength(256 * 1024)
  })

  it('D: reports unreadable results, and ignores invalid messages', async () => {
    const { call, clock } = await fixture(misbehaving)
    expect((await problemOf(call('misbehaving', 'deep'))).code).toBe('connector.failed')
    clock.advance(60_000)
    expect((await problemOf(call('misbehaving', 'garbage'))).code).toBe('connector.failed')
    expect(await call('misbehaving', 'noise')).toEqual({ text: 'after the noise' })
  })

  it('D: gets no sampling, elicitation or roots, whatever it requests', async () => {
    const { call } = await fixture(misbehaving)
    const { text } = (await call('misbehaving', 'asks')) as { text: string }
    const errors = JSON.parse(text) as { code: number }[]
    expect(errors.map(({ code }) => code)).toEqual([-32601, -32601, -32601])
  })

  it('D: refuses schemas that take for ever to check, while other tools work', async () => {
    const { call } = await fixture(misbehaving)
    const value = `${'a'.repeat(60)}!`
    expect((await problemOf(call('misbehaving', 'backtracks', { value }))).code).toBe(
      'connector.unusable-tool',
    )
    expect((await problemOf(call('misbehaving', 'unfolds', {}))).code).toBe(
      'connector.unusable-tool',
    )
    expect(await call('misbehaving', 'read_file')).toEqual({ text: 'read_file was called' })
  })

  onLinux('D: uses untrusted schemas in a separate process, which ends with us', async () => {
    const { call, checkers, service } = await fixture(misbehaving)
    expect(await checkers()).toHaveLength(0)
    await call('misbehaving', 'read_file')
    const [pid = 0] = await checkers()
    expect(isAlive(pid)).toBe(true)
    await service.close()
    await expect.poll(() => isAlive(pid), slow).toBe(false)
  })

  it('D: lists tools again when the server announces a change', async () => {
    const { call, service, principal } = await fixture(misbehaving)
    expect((await problemOf(call('misbehaving', 'grown'))).code).toBe('connector.tool-not-found')
    await call('misbehaving', 'grows')
    await expect
      .poll(
        async () =>
          (await service.tools(principal, 'misbehaving', neverAborted)).map(({ name }) => name),
        slow,
      )
      .toContain('grown')
  })

  it('D: reports a tool’s own error as the tool’s, and its text stays data', async () => {
    const { call } = await fixture(misbehaving)
    const { code, message } = await problemOf(call('misbehaving', 'fails'))
    expect(code).toBe('connector.tool-failed')
    expect(message).toMatch(/^fails of "misbehaving" reports an error: It failed\./)
  })

  it('D: reports a server that exits during a call, and restarts it for the next one', async () => {
    const { call } = await fixture(misbehaving)
    expect((await problemOf(call('misbehaving', 'die'))).code).toBe('connector.failed')
    expect(await call('misbehaving', 'read_file')).toBeTruthy()
  })
})
