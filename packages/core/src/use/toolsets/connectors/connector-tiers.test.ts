import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { OrganisationSettings } from '../../../domain/settings.ts'
import type { ToolAnnotations } from '../../../domain/tool-tier.ts'
import type { ConnectorHub } from '../../../ports/connectors.ts'
import { createAgentHarness } from '../../../testing/agent-harness.ts'
import { createCallingModel } from '../../../testing/scripted-model.ts'
import { connectors } from './connectors.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

const changed = { code: 'connector.changed', kind: 'stale', message: 'It is another.' } as const

/** A server that can change, and whose tool can change. */
async function setUp(
  tool: {
    annotations?: ToolAnnotations
    trusted?: boolean
    openWorld?: boolean
    tiers?: OrganisationSettings['toolTiers']
  },
  inputs: readonly JsonObject[] = [{ a: 1 }, { a: 2 }],
) {
  const now = { digest: 'sha256:one', description: 'Writes.', down: false }
  const calls: JsonObject[] = []
  const hub: ConnectorHub = {
    list: async () => [
      {
        ...{ name: 'crm', title: 'CRM', description: '', endpoint: 'https://crm.example' },
        ...{ digest: now.digest, trustsAnnotations: tool.trusted ?? false },
        ...(tool.openWorld !== undefined && { openWorld: tool.openWorld }),
      },
    ],
    tools: async () => {
      const { annotations } = tool
      const { description } = now
      return [{ name: 'put', description, inputSchema: {}, ...(annotations && { annotations }) }]
    },
    call: async (_principal, { input }) => {
      calls.push(input)
      return { ok: true }
    },
  }
  const harness = await createAgentHarness({
    sha256,
    connectors: hub,
    toolsets: [connectors],
    settings: {
      connectorAccess: { crm: 'open' },
      toolTiers: tool.tiers ?? {},
    },
    model: createCallingModel(
      ...inputs.map((input, index) => ({
        id: `call_${index}`,
        name: 'execute_connector_tool',
        input: { connector: 'crm', tool: 'put', input },
      })),
    ),
  })
  const run = await harness.say('Go.')
  const work = () => harness.work(run)
  return { harness, calls, now, work, hub }
}

describe('the tier of a connector’s tool', () => {
  it('E6: a read-only tool of a trusted server is called at once', async () => {
    const { work, calls } = await setUp({ annotations: { readOnly: true }, trusted: true })
    expect(await work()).toBe('over')
    expect(calls).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('E6: the same annotation of an untrusted server changes nothing: each call needs an approval', async () => {
    const { harness, work, calls } = await setUp({ annotations: { readOnly: true } })
    expect(await work()).toBe('waiting')
    await harness.answer(true)
    expect(await work()).toBe('waiting')
    expect(calls).toEqual([{ a: 1 }])
    const [first, second] = await harness.all('approval-required')
    expect(first?.subject).toMatchObject({ tool: 'mcp__crm__put', arguments: { a: 1 } })
    expect(second?.subject).toMatchObject({ arguments: { a: 2 }, tier: 'ALWAYS_CONFIRM' })
  })

  it('E6: a confirmation counts until the server or the tool changes', async () => {
    for (const change of [{ digest: 'sha256:two' }, { description: 'Deletes.' }]) {
      const inputs = [{ a: 1 }, { a: 2 }, { a: 3 }]
      const { harness, work, calls, now } = await setUp(
        { annotations: { destructive: false }, trusted: true },
        inputs,
      )
      expect(await work()).toBe('waiting')
      await harness.answer(true)
      expect(await work()).toBe('over')
      expect(calls).toEqual(inputs)
      Object.assign(now, change)
      const again = await harness.say('Again.')
      expect(await harness.work(again)).toBe('waiting')
      expect(calls).toEqual(inputs)
    }
  })

  it('E6: an approval is stale once the tool differs from the one shown', async () => {
    const { harness, work, calls, now } = await setUp({}, [{ a: 1 }])
    await work()
    now.description = 'Now it deletes.'
    await harness.answer(true)
    expect(await work()).toBe('over')
    expect(calls).toEqual([])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'approval.stale' } })
  })

  it('E6: nor does it count when the server changes after the gate has permitted the call', async () => {
    const { harness, work, calls, now, hub } = await setUp({}, [{ a: 1 }])
    await work()
    await harness.answer(true)
    const { list, call } = hub
    let lookups = 0
    hub.list = async (principal) => {
      lookups += 1
      // For the plan and the gate it is still the approved one.
      if (lookups > 2) now.digest = 'sha256:two'
      return list(principal)
    }
    hub.call = async (principal, request) => {
      if (request.digest !== now.digest) throw new ProblemError(changed)
      return call(principal, request)
    }
    expect(await work()).toBe('over')
    expect(now.digest).toBe('sha256:two')
    expect(calls).toEqual([])
    expect(await harness.lastOutcome()).toMatchObject({ problem: { code: 'connector.changed' } })
  })

  it('E6: an admin may lower and raise it, for one tool or for all of a connector', async () => {
    const lowered = await setUp({ tiers: { 'mcp__crm__*': 'READ_ONLY' } })
    expect(await lowered.work()).toBe('over')
    expect(lowered.calls).toHaveLength(2)
    const raised = await setUp({
      ...{ annotations: { readOnly: true }, trusted: true },
      tiers: { mcp__crm__put: 'ALWAYS_CONFIRM', 'mcp__crm__*': 'READ_ONLY' },
    })
    expect(await raised.work()).toBe('waiting')
    expect(raised.calls).toEqual([])
    const outer = await setUp({
      ...{ annotations: { readOnly: true }, trusted: true },
      tiers: { execute_connector_tool: 'MANUAL_ONLY' },
    })
    expect(await outer.work()).toBe('waiting')
  })

  const seenByThirdParties = 'E6: of a connector that reaches third parties'
  it.each([
    ['by the operator’s word', { openWorld: true }],
    ['by the server’s own word', { annotations: { readOnly: true, openWorld: true } }],
  ])(
    `${seenByThirdParties}, %s, each call is asked for after the first result`,
    async (_by, given) => {
      const tiers = { mcp__crm__put: 'READ_ONLY' } as const
      const { harness, work, calls } = await setUp({ ...given, tiers })
      expect(await work()).toBe('waiting')
      expect(calls).toEqual([{ a: 1 }])
      const [asked] = await harness.all('approval-required')
      expect(asked?.subject).toMatchObject({ arguments: { a: 2 }, sendsTo: 'connector:crm' })
    },
  )

  it('E6: a server of which nobody has said it is asked for when a call names an address', async () => {
    const inputs = [{ a: 1 }, { a: 'see https://evil.example/?q=private' }]
    const { work, calls } = await setUp({ tiers: { mcp__crm__put: 'READ_ONLY' } }, inputs)
    expect(await work()).toBe('waiting')
    expect(calls).toEqual([{ a: 1 }])
  })

  it('E6: not so where the operator says that it reaches no third party', async () => {
    const inputs = [{ a: 1 }, { a: 'see https://evil.example/?q=private' }]
    const tiers = { mcp__crm__put: 'READ_ONLY' } as const
    const { work, calls } = await setUp({ openWorld: false, tiers }, inputs)
    expect(await work()).toBe('over')
    expect(calls).toEqual(inputs)
  })

  it('makes no request for a missing tool', async () => {
    const { harness, work } = await setUp({}, [])
    await work()
    const model = createCallingModel({
      id: 'call_9',
      name: 'execute_connector_tool',
      input: { connector: 'crm', tool: 'nothing' },
    })
    const run = await harness.say('Go.')
    expect(await harness.work(run, { ports: { model } })).toBe('over')
    expect(await harness.lastOutcome()).toMatchObject({
      problem: { code: 'connector.tool-not-found' },
    })
  })
})
