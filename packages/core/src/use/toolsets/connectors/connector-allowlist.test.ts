import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../../base/sha256.ts'
import {
  type ConnectorFixtureOptions,
  call,
  createConnectorHarness,
  execute,
  outcomes,
  run,
} from '../../../testing/connector-fixture.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const setUp = (...options: ConnectorFixtureOptions) => createConnectorHarness(sha256, ...options)

describe('a skill’s list of allowed tools and connectors', () => {
  it('D7: allows one tool of a connector, and no other', async () => {
    const { harness, calls } = await setUp(
      [
        call('use_skill', { name: 'one-tool' }),
        execute('github', 'list_pulls', 'no'),
        execute('wiki', 'constructor', 'neither'),
        execute('github', 'create_issue', 'yes'),
      ],
      { github: 'open', wiki: 'open' },
    )
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok', 'tool.not-allowed', 'tool.not-allowed', 'ok'])
    expect(calls).toEqual(['github/create_issue sha256:g1'])
  })

  it('D7: a connector’s tool with the name of a built-in tool is not that tool', async () => {
    const { harness, calls } = await setUp(
      [
        call('use_skill', { name: 'reader' }),
        execute('wiki', 'read_file', 'a'),
        execute('wiki', 'use_skill', 'b'),
        execute('wiki', 'constructor', 'c'),
        execute('github', '*', 'd'),
        execute('wiki', 'x', 'e'),
      ],
      { github: 'open', wiki: 'open' },
    )
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok', ...Array(5).fill('tool.not-allowed')])
    expect(calls).toEqual([])
  })

  it('D7: allows a whole connector, and no other', async () => {
    const { harness, calls } = await setUp(
      [
        call('use_skill', { name: 'all-of-wiki' }),
        execute('wiki', 'read_file', 'a'),
        execute('github', 'create_issue', 'b'),
      ],
      { github: 'open', wiki: 'open' },
    )
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok', 'ok', 'tool.not-allowed'])
    expect(calls).toEqual(['wiki/read_file sha256:w1'])
  })

  it('D7: a list does not replace the person’s approval', async () => {
    const { harness, calls } = await setUp([
      call('use_skill', { name: 'one-tool' }),
      execute('github', 'create_issue'),
    ])
    await run(harness)
    expect(await outcomes(harness)).toEqual(['ok', 'connector.needs-permission'])
    expect(calls).toEqual([])
  })
})
