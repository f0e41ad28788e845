import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../base/json.ts'
import type { ConversationEvent, ToolCall } from '../../../domain/events.ts'
import { workspaceLimits } from '../../../keep/workspace/workspace-limits.ts'
import { type AgentHarness, createAgentHarness } from '../../../testing/agent-harness.ts'
import { workThroughCrashes } from '../../../testing/crash-injection.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { workspace } from './workspace.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

type Call = readonly [name: string, input: JsonObject]

const toCalls = (calls: readonly Call[]): ToolCall[] =>
  calls.map(([name, input], index) => ({ id: `call_${index}`, name, input }))

function setUp(...calls: readonly Call[]): Promise<AgentHarness> {
  const model = createCallingModel(...toCalls(calls))
  return createAgentHarness({ sha256, model, toolsets: [workspace] })
}

/** The outcome of each call: its output, or the code and message of its refusal. */
async function outcomes(harness: AgentHarness, prepare?: () => Promise<void>): Promise<unknown[]> {
  await prepare?.()
  await harness.work(await harness.say('go'), { fresh: true })
  return outcomesOf(await harness.all('tool-completed'))
}

function outcomesOf(events: readonly Extract<ConversationEvent, { type: 'tool-completed' }>[]) {
  return events.map(({ outcome }) =>
    outcome.status === 'ok' ? outcome.output : outcome.problem.code,
  )
}

async function put(harness: AgentHarness, path: string, bytes: Uint8Array): Promise<void> {
  const { tenant, principal, conversationId } = harness
  const hash = sha256(bytes)
  await tenant.workspace.storeBlob(hash, bytes)
  const changes = [{ path, sha256: hash, size: bytes.length }]
  await tenant.workspace.change(principal.userId, conversationId, { changes, now: 1 })
}

async function textAt({ tenant, principal, conversationId }: AgentHarness, path: string) {
  const bytes = await tenant.workspace.read(principal.userId, conversationId, path)
  return bytes && new TextDecoder().decode(bytes)
}

describe('the workspace tools', () => {
  it('writes, reads, edits and lists files', async () => {
    const harness = await setUp(
      ['write_file', { path: 'notes/plan.md', content: '# Plan\n\n- one\n' }],
      ['edit_file', { path: 'notes/plan.md', old: 'one', new: 'two' }],
      ['read_file', { path: 'notes/plan.md', offset: 3, limit: 1 }],
      ['list_dir', {}],
      ['list_dir', { path: 'notes/' }],
      ['write_file', { path: 'notes/plan.md', content: '' }],
    )
    expect(await outcomes(harness)).toEqual([
      { path: 'notes/plan.md', size: 14, created: true, total_lines: 3 },
      { path: 'notes/plan.md', size: 14, replaced: 1, lines: [3] },
      {
        path: 'notes/plan.md',
        size: 14,
        first_line: 3,
        lines: 1,
        total_lines: 3,
        content: '- two\n',
      },
      { path: '', entries: [{ name: 'notes', type: 'folder', size: 14, files: 1 }] },
      { path: 'notes', entries: [{ name: 'plan.md', type: 'file', size: 14 }] },
      { path: 'notes/plan.md', size: 0, created: false, total_lines: 0 },
    ])
  })

  it.each([
    '../secret',
    '/etc/passwd',
    'a/../../b',
    'C:\\Windows\\x',
    'a\\..\\b',
    '..',
    'a//b',
    'nul',
    'x'.repeat(500),
  ])('every tool refuses the path %s', async (path) => {
    const harness = await setUp(
      ['read_file', { path }],
      ['write_file', { path, content: 'x' }],
      ['edit_file', { path, old: 'a', new: 'b' }],
      ['list_dir', { path }],
    )
    expect(await outcomes(harness)).toEqual(Array(4).fill('workspace.bad-path'))
  })

  it('any path leads to safe paths only', async () => {
    const piece = fc.constantFrom('..', '.', '', 'a', 'con', 'b\\c', '\u0000', '~', 'é', '%2e%2e')
    const path = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
    await fc.assert(
      fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 6 }), async (paths) => {
        const harness = await setUp(
          ...paths.map((path): Call => ['write_file', { path, content: path }]),
        )
        const { tenant, principal, conversationId } = harness
        await outcomes(harness)
        for (const file of await tenant.workspace.list(principal.userId, conversationId)) {
          expect(file.path).toMatch(/^(?:a|~|é|%2e%2e)(?:\/(?:a|~|é|%2e%2e))*$/)
          expect(await textAt(harness, file.path)).toBe(file.path)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('refuses binary and too large files with their size, and keeps them', async () => {
    const harness = await setUp(
      ['read_file', { path: 'image.png' }],
      ['edit_file', { path: 'image.png', old: 'a', new: 'b' }],
      ['read_file', { path: 'big.txt' }],
      ['write_file', { path: 'out.txt', content: 'x'.repeat(workspaceLimits.textBytes + 1) }],
      ['write_file', { path: 'out.txt', content: 'a\0b' }],
      ['write_file', { path: 'out.txt', content: 'half \ud800' }],
      ['read_file', { path: 'absent.md' }],
    )
    const image = new Uint8Array([0x89, 0x50, 0xff, 0xfe])
    const prepare = async () => {
      await put(harness, 'image.png', image)
      await put(harness, 'big.txt', new Uint8Array(300_000).fill(97))
    }
    expect(await outcomes(harness, prepare)).toEqual([
      'workspace.not-text',
      'workspace.not-text',
      'workspace.too-large',
      'workspace.too-large',
      'workspace.not-text',
      'workspace.not-text',
      'workspace.file-not-found',
    ])
    const refusals = (await harness.all('tool-completed')).map(({ outcome }) => outcome)
    expect(JSON.stringify(refusals[0])).toContain('4 bytes')
    expect(JSON.stringify(refusals[2])).toContain('300000 bytes')
    const { tenant, principal, conversationId } = harness
    const files = await tenant.workspace.list(principal.userId, conversationId)
    expect(files.map(({ path }) => path)).toEqual(['big.txt', 'image.png'])
  })

  it('an ambiguous edit changes nothing', async () => {
    const harness = await setUp(
      ['write_file', { path: 'a', content: 'x\nx\n' }],
      ['edit_file', { path: 'a', old: 'x', new: 'y' }],
      ['edit_file', { path: 'a', old: '', new: 'y' }],
      ['edit_file', { path: 'a', old: 'z', new: 'y' }],
      ['edit_file', { path: 'a', old: 'x', new: 'y', all: true }],
    )
    expect((await outcomes(harness)).slice(1)).toEqual([
      'workspace.several-matches',
      'workspace.old-empty',
      'workspace.no-match',
      'tool.bad-input',
    ])
    expect(await textAt(harness, 'a')).toBe('x\nx\n')
  })

  it('bytes around an edit stay unchanged: byte-order mark, line ends, missing final line end', async () => {
    const before = '\ufeffone\r\ntwo\nthree'
    const harness = await setUp(['edit_file', { path: 'a', old: 'two', new: 'zwei' }])
    await outcomes(harness, () => put(harness, 'a', new TextEncoder().encode(before)))
    const { tenant, principal, conversationId } = harness
    const bytes = await tenant.workspace.read(principal.userId, conversationId, 'a')
    expect(bytes).toEqual(new TextEncoder().encode(before.replace('two', 'zwei')))
  })

  it('a full folder refuses the write with a problem for the model', async () => {
    const harness = await setUp(['write_file', { path: 'one-more', content: 'x' }])
    const { tenant, principal, conversationId } = harness
    const changes = Array.from({ length: workspaceLimits.files }, (_, index) => ({
      path: `f${index}`,
      sha256: sha256(''),
      size: 0,
    }))
    const prepare = () =>
      tenant.workspace.change(principal.userId, conversationId, { changes, now: 1 })
    expect(await outcomes(harness, prepare)).toEqual(['workspace.full'])
  })

  it('a long list gives the number of omitted names', async () => {
    const harness = await setUp(['list_dir', {}])
    const { tenant, principal, conversationId } = harness
    const changes = Array.from({ length: 203 }, (_, index) => ({
      path: `f${index}`,
      sha256: sha256(''),
      size: 0,
    }))
    const [describeFolder] = await outcomes(harness, () =>
      tenant.workspace.change(principal.userId, conversationId, { changes, now: 1 }),
    )
    expect(describeFolder).toMatchObject({ note: 'and 3 more' })
    expect((describeFolder as { entries: unknown[] }).entries).toHaveLength(200)
  })

  it('a concurrent change of the person is not lost', async () => {
    const harness = await setUp(['edit_file', { path: 'a', old: 'two', new: 'zwei' }])
    await put(harness, 'a', new TextEncoder().encode('one two'))
    const { workspace: files } = harness.ports.store
    let uploads = 0
    const meddled = {
      ...files,
      // The person's own file arrives after the agent has read, before it writes.
      storeBlob: async (hash: string, bytes: Uint8Array) => {
        await files.storeBlob(hash, bytes)
        uploads += 1
        if (uploads === 1) await put(harness, 'a', new TextEncoder().encode('two three'))
      },
    }
    const ports = { store: { ...harness.ports.store, workspace: meddled } }
    expect(await harness.work(await harness.say('go'), { ports })).toBe('over')
    expect(await textAt(harness, 'a')).toBe('zwei three')
    expect(await harness.all('tool-completed')).toHaveLength(1)
  })

  it.each(['before', 'after'] as const)(
    'every write happens exactly once when the process crashes %s any one port call',
    async (when) => {
      const calls: Call[] = [
        ['write_file', { path: 'a', content: 'x' }],
        ['edit_file', { path: 'a', old: 'x', new: 'xx' }],
        ['edit_file', { path: 'a', old: 'xx', new: 'xxy' }],
        ['read_file', { path: 'a' }],
      ]
      const expectComplete = async (harness: AgentHarness) => {
        expect(await textAt(harness, 'a')).toBe('xxy')
        const done = await harness.all('tool-completed')
        expect(done.map(({ outcome }) => outcome.status)).toEqual(Array(4).fill('ok'))
      }
      const uninterrupted = await setUp(...calls)
      const portCalls = await workThroughCrashes(uninterrupted, await uninterrupted.say('go'), [])
      await expectComplete(uninterrupted)
      for (let at = 1; at <= portCalls; at += 1) {
        const harness = await setUp(...calls)
        await workThroughCrashes(harness, await harness.say('go'), [{ at, when }])
        await expectComplete(harness)
      }
    },
  )
})
