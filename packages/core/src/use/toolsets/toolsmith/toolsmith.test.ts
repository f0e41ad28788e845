import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../../base/sha256.ts'
import { authoredLimits } from '../../../domain/authored-tool.ts'
import {
  call,
  createAuthoredFixture,
  makeLibrary,
  makeTool,
} from '../../../testing/authored-fixture.ts'
import { discovery } from '../discovery/discovery.ts'
import { packages } from '../packages/packages.ts'
import { portable } from '../portable/portable.ts'
import { workspace } from '../workspace/workspace.ts'
import { toolsmith } from './toolsmith.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const setUp = (
  ...options: Parameters<typeof createAuthoredFixture> extends [Sha256, ...infer R] ? R : never
) => createAuthoredFixture(sha256, ...options)

describe('writing tools', () => {
  it('B5: a tool is written, read, corrected by an edit, listed and deleted', async () => {
    const { turn, results } = await setUp([
      makeTool('add_one', 'return input.a + 1', { reason: 'asked for' }),
      call('update_tool', {
        name: 'add_one',
        operation: 'find_replace',
        find: '+ 1',
        replace: '+ 2',
      }),
      call('update_tool', { name: 'add_one', description: 'Adds two.' }, 'words'),
      call('read_tool', { name: 'add_one' }),
      call('list_tools', {}),
      call('delete_tool', { name: 'add_one' }),
      call('list_tools', {}, 'again'),
      call('delete_tool', { name: 'add_one' }, 'twice'),
    ])
    await turn(null)
    const parameters = { type: 'object', properties: {}, additionalProperties: false }
    const listed = { name: 'add_one', description: 'Adds two.', parameters, version: 3 }
    expect(await results()).toEqual([
      { name: 'add_one', version: 1 },
      { name: 'add_one', version: 2 },
      { name: 'add_one', version: 3 },
      { ...listed, enabled: true, requires: [], code: 'return input.a + 2' },
      { tools: [{ ...listed, enabled: true, requires: [] }] },
      { deleted: true },
      { tools: [] },
      { deleted: false },
    ])
  })

  it('B5: a library is written, and its deletion names its dependents', async () => {
    const { turn, results } = await setUp([
      makeLibrary('sums', 'module.exports = { add: (a, b) => a + b }'),
      makeTool('total', `return require('sums').add(1, 2)`),
      call('update_library', { name: 'sums', operation: 'append', content: '// done' }),
      call('read_library', { name: 'sums' }),
      call('list_libraries', {}),
      call('delete_library', { name: 'sums' }),
      call('total', {}),
    ])
    await turn(null)
    const listed = { name: 'sums', description: 'Has sums.', version: 2 }
    expect(await results()).toEqual([
      { name: 'sums', version: 1 },
      { name: 'total', version: 1 },
      { name: 'sums', version: 2 },
      {
        ...{ ...listed, enabled: true, requires: [] },
        code: 'module.exports = { add: (a, b) => a + b }\n// done',
      },
      { libraries: [{ ...listed, enabled: true, requires: [] }] },
      { deleted: true, used_by: ['total'] },
      expect.objectContaining({
        code: 'authored.library-missing',
        message: expect.stringContaining('"the tool total" requires the library "sums"'),
      }),
    ])
  })

  it('B5: refuses reserved and invalid names', async () => {
    const names = [
      '__proto__',
      'constructor',
      'then',
      'Sum',
      'a-b',
      'a__b',
      '1st',
      'a b',
      'mcp__x__y',
    ]
    names.push(
      'enable_skill',
      'run_skill_script',
      'read_file',
      'create_tool',
      'bash',
      'str_replace',
    )
    names.push('a'.repeat(49), 'ａdd', 'add\n')
    const { turn, outcomes, harness } = await setUp(
      names.map((name, at) => ({ ...makeTool(name, 'return 1'), id: `call_${at}` })),
      { toolsets: [portable, toolsmith, discovery, packages, workspace] },
    )
    await turn(null)
    const refusals = await outcomes()
    expect(refusals).toHaveLength(names.length)
    for (const code of refusals)
      expect(['authored.invalid', 'authored.name-reserved']).toContain(code)
    expect((await harness.tenant.authored.list({}, { limit: 10 })).items).toEqual([])
  })

  it('B5: a name is taken once', async () => {
    const { turn, outcomes } = await setUp([
      makeTool('add', 'return 1'),
      { ...makeTool('add', 'return 2'), id: 'again' },
      makeLibrary('add', 'module.exports = 1'),
    ])
    await turn(null)
    expect(await outcomes()).toEqual(['ok', 'authored.name-taken', 'ok'])
  })

  it('B5: a bad change is refused with its problem, and changes nothing', async () => {
    const { turn, outcomes, harness } = await setUp([
      makeTool('add', 'return 1'),
      call('update_tool', { name: 'add' }, '1'),
      call('update_tool', { name: 'add', content: 'return 2' }, '2'),
      call('update_tool', { name: 'add', operation: 'find_replace', find: 'x', replace: '' }, '3'),
      call('update_tool', { name: 'none', description: 'x' }, '4'),
      call('update_library', { name: 'add', description: 'x' }, '5'),
      call('update_tool', { name: 'add', description: ' ' }, '6'),
      call('update_tool', { name: 'add', operation: 'replace', content: '' }, '7'),
      call('update_tool', { name: 'add', parameters: { type: 'array' } }, '8'),
      call('update_tool', { name: 'add', operation: 'replace', content: 'return 1' }, '9'),
    ])
    await turn(null)
    expect(await outcomes()).toEqual([
      'ok',
      'authored.nothing-to-change',
      'edit.missing-field',
      'edit.no-match',
      'authored.not-found',
      'authored.not-found',
      'authored.invalid',
      'authored.invalid',
      'authored.invalid',
      'ok',
    ])
    const [tool] = (await harness.tenant.authored.list({}, { limit: 10 })).items
    expect(tool?.head.number).toBe(1)
  })

  it('B5: refuses cyclic, missing and too many libraries', async () => {
    const chain = Array.from({ length: authoredLimits.depth + 1 }, (_, at) =>
      makeLibrary(`l${at}`, at === 0 ? 'module.exports = 1' : `require('l${at - 1}')`),
    )
    const { turn, outcomes, results } = await setUp([
      makeLibrary('one', `require('nowhere')`),
      makeLibrary('one', 'module.exports = 1'),
      makeLibrary('two', `require("one")`),
      call('update_library', { name: 'one', operation: 'replace', content: `require('two')` }, 'x'),
      call('update_library', { name: 'one', operation: 'replace', content: `require('one')` }, 'y'),
      ...chain,
      makeTool('deep', `require('l${authoredLimits.depth}')`),
    ])
    await turn(null)
    expect((await outcomes()).slice(0, 5)).toEqual([
      'authored.library-missing',
      'ok',
      'ok',
      'authored.library-cycle',
      'authored.library-cycle',
    ])
    expect((await results())[3]).toMatchObject({
      message: expect.stringContaining('one → two → one'),
    })
    expect((await outcomes()).at(-1)).toBe('authored.too-much-required')
  })

  it('B5: a call repeated after a crash writes once', async () => {
    const { harness } = await setUp([])
    const tool = toolsmith.tools.find(({ name }) => name === 'create_tool')
    const bound = tool?.bind({ name: 'add', description: 'Adds.', code: 'return 1' })
    if (!bound?.ok || bound.call.effect.kind !== 'act') throw new Error('does not bind')
    const { sampleServices } = await import('../../../testing/sample-services.ts')
    const services = sampleServices(harness.tenant, { sha256, principal: harness.principal })
    const first = await bound.call.effect.run(services)
    expect(await bound.call.effect.run(services)).toEqual(first)
    const other = { ...services, callId: 'call_2' }
    await expect(bound.call.effect.run(other)).rejects.toMatchObject({
      problem: { code: 'authored.name-taken' },
    })
  })

  it('B5: makes no tools without skills.write', async () => {
    const { harness } = await setUp([])
    const { sampleServices } = await import('../../../testing/sample-services.ts')
    const { createAuthored } = await import('../../authored/write-authored.ts')
    const principal = { ...harness.principal, permissions: ['skills.read' as const] }
    const draft = { name: 'a', description: 'A.', code: '1', parameters: null, reason: '' }
    const work = createAuthored(sampleServices(harness.tenant, { sha256, principal }), {
      ...{ ...draft, kind: 'library' },
    })
    await expect(work).rejects.toMatchObject({ problem: { code: 'auth.permission-missing' } })
  })
})
