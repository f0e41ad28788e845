import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CommandContext } from '../command/command-context.ts'
import { openServer } from '../connection/api.ts'
import { sendJson, startFakeServer } from '../testing/fake-server.ts'
import { createTempFolder, runCommand, type TempFolder } from '../testing/run-command.ts'
import { type StartedServer, startServer } from '../testing/start-server.ts'
import { askCommand } from './ask-command.ts'

const question = 'How do I write a kubernetes manifest for a deployment?'

/** A terminal with a person who gives these answers. */
function person(env: Record<string, string>, answers: readonly (string | (() => string))[]) {
  const left = [...answers]
  const seen = { out: '', notes: '', prompts: [] as string[], code: 0 }
  const interrupts = new Set<() => void>()
  const context: CommandContext = {
    terminal: {
      out: (line) => {
        seen.out += `${line}\n`
      },
      write: (text) => {
        seen.out += text
      },
      note: (line) => {
        seen.notes += `${line}\n`
      },
      page: async () => undefined,
      paint: (_, text) => text,
      ...{ columns: 80, lineWidth: 80 },
      screen: undefined,
    },
    input: {
      isTerminal: true,
      readAll: async () => '',
      prompt: async (text) => {
        seen.prompts.push(text)
        const next = left.shift() ?? ''
        return typeof next === 'string' ? next : next()
      },
    },
    ...{ env, cwd: '/' },
    setExitCode: (code) => {
      seen.code = code
    },
    onInterrupt: (callback) => {
      interrupts.add(callback)
      return () => interrupts.delete(callback)
    },
  }
  const interrupt = () => {
    for (const callback of interrupts) callback()
  }
  return { seen, context, interrupt }
}

describe('repertoire ask', { timeout: 120_000 }, () => {
  let temp: TempFolder
  let server: StartedServer
  const run = (...args: string[]) => runCommand(args, { cwd: temp.folder, env: server.env })
  const askAs = async (who: ReturnType<typeof person>, ...args: string[]) => {
    await askCommand(who.context).parseAsync(args, { from: 'user' })
    return who.seen
  }

  beforeAll(async () => {
    temp = createTempFolder()
    server = await startServer(temp)
    const about = 'Writes kubernetes manifests for a deployment. Use to write a manifest.'
    temp.write(
      'skills/k8s/SKILL.md',
      `---\nname: k8s-manifest-generator\ndescription: ${about}\n---\nWrite the manifest.\n`,
    )
    temp.write('skills/k8s/scripts/count.py', 'print(1)\n')
    temp.write('skills/k8s/notes.md', 'Notes.\n')
    await run('import', 'skills')
    const { client } = openServer({}, { env: server.env, cwd: '/' })
    await client.settings.update({ skill_enablement_policy: 'prompt-user' })
  })
  afterAll(async () => {
    await server.stop()
    temp.remove()
  })

  it('asks in place, shows the text of the digest on `view`, and goes on after a yes', async () => {
    const seen = await askAs(person(server.env, ['view', 'y', 'y', 'y']), question)
    expect(seen.prompts[0]).toMatch(/^\? Enable k8s-manifest-generator \(\d+ characters\)\? \[y/)
    expect(seen.prompts[1]).toBe(seen.prompts[0])
    expect(seen.notes).toContain('\nWrite the manifest.\n')
    expect(seen.notes).toContain('  scripts/count.py  9 bytes  script\n')
    expect(seen.notes).toMatch(/^✓ enable_skill/m)
    expect([seen.code, seen.out.trim()]).toEqual([0, expect.stringMatching(/./)])
  })

  it('leaves no conversation behind when the question is refused', async () => {
    const { client } = openServer({}, { env: server.env, cwd: '/' })
    const count = async () => (await client.conversations.list({ limit: 100 })).items.length
    const before = await count()
    const { code, stderr } = await run('ask', ' ')
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('conversation')])
    expect([await count(), (await client.conversations.deleted()).items]).toEqual([before, []])
  })

  it('keeps the conversation when the answer was lost: a run may have begun', async () => {
    const lost = await startFakeServer(({ url }, response) => {
      if (url.endsWith('/messages')) response.destroy()
      else sendJson(response, 201, { id: 'cnv_1', open_run: null, last_event_id: 0 })
    })
    await run('ask', 'hello', '--url', lost.url, '--key', 'rep_x')
    lost.close()
    const asked = lost.received.map(({ method, url }) => `${method} ${url}`)
    expect([asked.at(-1), asked.filter((one) => one.startsWith('DELETE'))]).toEqual([
      'POST /api/v1/conversations/cnv_1/messages',
      [],
    ])
  })

  it('takes an empty answer for a no', async () => {
    const seen = await askAs(person(server.env, ['']), question)
    expect(seen.notes).toContain('• denied')
  })

  it('Ctrl-C at the question cancels the run, and the answer does not count', async () => {
    const who = person(server.env, [
      () => {
        who.interrupt()
        return 'y'
      },
    ])
    const seen = await askAs(who, question)
    expect([seen.code, seen.notes]).toEqual([130, expect.stringContaining('Cancelled.')])
    expect(seen.notes).not.toContain('• approved')
  })

  it('where nobody can be asked, ends with 3 and the id; approve is for exactly one digest', async () => {
    const asked = await run('ask', question)
    expect(asked.code).toBe(3)
    const id = asked.stdout.trim().split('\n').at(-1) ?? ''
    expect(id).toMatch(/^apr_/)
    expect((await run('approve')).stdout).toContain(id)
    const blind = await run('approve', id)
    expect([blind.code, blind.stdout]).toEqual([2, expect.stringContaining('Write the manifest.')])
    expect(blind.stdout).toMatch(
      /\n2 files beside SKILL\.md:\n {2}notes\.md {2}7 bytes\n {2}scripts\/count\.py {2}9 bytes {2}script\n$/,
    )
    const [, digest = ''] = /--digest (sha256:[0-9a-f]{64})/.exec(asked.stderr) ?? []
    const other = await run('approve', id, '--digest', digest.replace(/.$/, '_'))
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('is about')])
    const busy = await run('ask', '--continue', 'and now?')
    expect(busy.code).toBe(3)
    const yes = await run('approve', id, '--digest', digest)
    expect([yes.code, yes.stdout]).toEqual([0, `${id} approved\n`])
    const late = await run('deny', id)
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining(`${id} was approved by`)])
  })

  it('denies with a reason; runs and traces show what happened', async () => {
    const asked = await run('ask', question)
    const id = asked.stdout.trim().split('\n').at(-1) ?? ''
    const no = await run('deny', id, '--reason', 'Not today.', '--json')
    expect(JSON.parse(no.stdout)).toMatchObject({ status: 'denied', note: 'Not today.' })
    const late = await run('approve', id)
    expect([late.code, late.stdout]).toEqual([1, ''])
    expect(late.stderr).toMatch(
      new RegExp(`^${id} was denied by [^,]+, \\d{4}-[^ ]+: Not today\\.\n$`),
    )
    const [, conversation = ''] = /^conversation (\S+)/.exec(asked.stderr) ?? []
    const { stdout } = await run('trace', conversation)
    expect(stdout).toContain(`> ${question}`)
    expect(stdout).toMatch(/… model call 1: Demo model/)
    expect(stdout).toMatch(/✓ model call 1: \d+\.\d s, tokens unknown, cost unknown/)
    const [first] = (await run('runs', '--json')).stdout.split('\n')
    const { run_id, trace_id } = JSON.parse(first ?? '')
    for (const one of [run_id, trace_id]) expect((await run('trace', one)).stdout).toContain('>')
    expect((await run('trace', 'run_none')).code).toBe(1)
    const whole = JSON.parse((await run('trace', run_id, '--format', 'json')).stdout)
    expect(whole.spans.map(({ kind }: { kind: string }) => kind)).toContain('wait')
    const otlp = (...more: string[]) => run('trace', run_id, '--format', 'otlp', ...more)
    const bare = (await otlp()).stdout
    expect(bare).toContain('"gen_ai.operation.name"')
    expect(bare).not.toContain('gen_ai.output.messages')
    expect((await otlp('--contents')).stdout).toContain('gen_ai.output.messages')
    expect((await run('trace', conversation, '--format', 'otlp')).code).toBe(2)
  })

  it('prints events as JSON, continues a conversation, and names agents', async () => {
    const asked = await run('ask', '--json', 'Hello!')
    const events = asked.stdout.trimEnd().split('\n')
    expect(events.map((line) => JSON.parse(line).event)).toContain('run_completed')
    const again = await run('ask', '--continue', 'Hello again!')
    expect([again.code, again.stderr.split('\n')[0]]).toEqual([0, asked.stderr.split('\n')[0]])
    const unknown = await run('ask', '--agent', 'nobody', 'Hello!')
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('no agent "nobody"'),
    ])
    expect((await run('agents')).stderr).toContain('No agents.')
  })
})
