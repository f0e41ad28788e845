import type { LoggedEvent } from '@repertoire/core/domain'
import { describe, expect, it } from 'vitest'
import { toToolList } from './allowed-tools.ts'
import { toWireEvent } from './event.ts'

describe('a list of allowed tools in a response', () => {
  it('D7: says of every entry which tool it means here, and marks unknown ones', () => {
    expect(toToolList(['enable_skill', 'Teleport(now)', 'mcp__github', 'constructor'])).toEqual({
      restricts: true,
      listed: [
        { written: 'enable_skill', tool: 'enable_skill', pattern: null },
        { written: 'Teleport(now)', tool: null, pattern: 'undecided' },
        { written: 'mcp__github', tool: 'mcp__github__*', pattern: null },
        { written: 'constructor', tool: null, pattern: null },
      ],
    })
  })

  it('D7: a skill without a list restricts nothing', () => {
    expect(toToolList([])).toEqual({ restricts: false, listed: [] })
    expect(toToolList(['*'])).toMatchObject({ restricts: false })
  })

  const used = (allowedTools: string[]) => {
    const skill = { skillId: 'skl_1', digest: 'sha256:0', slug: 'report', name: 'Report' }
    const logged = {
      seq: 7,
      runId: 'run_1',
      traceId: 't',
      at: 0,
      event: { type: 'skill-used', callId: 'call_1', skill, allowedTools },
    } as unknown as LoggedEvent
    return toWireEvent(logged).data
  }

  it('D7: an event has the resolved names, so that clients need not compute them', () => {
    const listed = ['Read', 'mcp__git__log', 'Teleport']
    expect(used(listed)).toMatchObject({
      skill: { slug: 'report' },
      allowed_tools: listed,
      allows: expect.arrayContaining(['mcp__git__log', 'read_file']),
    })
    expect(used(listed)).not.toMatchObject({ allows: expect.arrayContaining(['teleport']) })
    expect(used(['read_file(x/**)', 'rеad_file'])).toMatchObject({ allows: ['read_file(x/**)'] })
    expect(used(['read_file(../x)', 'Teleport(x)'])).toMatchObject({ allows: [] })
    expect(used([])).toMatchObject({ allows: null })
  })
})
