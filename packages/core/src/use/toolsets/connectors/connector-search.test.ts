import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../../base/sha256.ts'
import {
  type ConnectorFixtureOptions,
  call,
  createConnectorHarness,
  output,
  run,
} from '../../../testing/connector-fixture.ts'
import { rankTools } from './connector-search.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const setUp = (...options: ConnectorFixtureOptions) => createConnectorHarness(sha256, ...options)

describe('finding connectors’ tools', () => {
  it('D: lists connectors with their description and access', async () => {
    const { harness } = await setUp([call('list_connectors')], { wiki: 'open' })
    await run(harness)
    expect(await output(harness)).toEqual({
      connectors: [
        { name: 'github', title: 'GITHUB', description: 'The github.', access: 'needs-permission' },
        { name: 'wiki', title: 'WIKI', description: 'The wiki.', access: 'ready' },
      ],
    })
  })

  it('D: a search gives the best tools with their schemas, and names connectors that do not answer', async () => {
    const { harness, down } = await setUp([
      call('search_connector_tools', { query: 'open an issue', limit: 1 }),
    ])
    down.add('wiki')
    await run(harness)
    expect(await output(harness)).toMatchObject({
      results: [
        {
          connector: 'github',
          tool: 'create_issue',
          access: 'needs-permission',
          input_schema: { type: 'object' },
        },
      ],
      unavailable: [{ connector: 'wiki', problem: 'wiki is down' }],
    })
  })

  it('D: ranking does not depend on the order of tools', () => {
    const word = fc.constantFrom('issue', 'open', 'pull', 'list', 'file', 'read')
    const found = fc.record({
      connector: fc.constantFrom('a', 'b'),
      tool: fc.record({
        name: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_')),
        description: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
        inputSchema: fc.constant({}),
      }),
    })
    const distinct = fc.uniqueArray(found, {
      selector: ({ connector, tool }) => `${connector}/${tool.name}`,
    })
    const shuffled = distinct.chain((tools) =>
      fc.tuple(
        fc.constant(tools),
        fc.shuffledSubarray(tools, { minLength: tools.length, maxLength: tools.length }),
      ),
    )
    fc.assert(
      fc.property(fc.array(word), shuffled, (words, [tools, others]) => {
        const query = words.join(' ')
        expect(rankTools(query, others)).toEqual(rankTools(query, tools))
      }),
    )
  })
})
