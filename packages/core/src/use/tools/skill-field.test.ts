import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../domain/events.ts'
import { routeToolCall } from '../policy/gate.ts'
import { everyToolset, knownToolsets } from '../toolsets/known-toolsets.ts'
import { type SkillField, skillFields } from './skill-field.ts'
import type { Tool } from './tool.ts'
import { invokedCall } from './tool-invoke.ts'
import { combineToolsets } from './toolset.ts'

/** Tools whose field of such a name is no skill's. */
const aboutSomethingElse = [
  ...['create_tool', 'update_tool', 'delete_tool', 'read_tool'],
  ...['create_library', 'update_library', 'delete_library', 'read_library'],
]

const tools = [...new Set(everyToolset.flatMap((toolset) => toolset.tools))]
const tableOf = (tool: Tool) => combineToolsets([{ name: 'one', instructions: '', tools: [tool] }])
const fieldsOf = ({ inputSchema }: Tool) => Object.keys(inputSchema.properties ?? {})
const ofSkills = tools.filter(({ skillField }) => skillField !== undefined)
const ownOf = ({ skillField }: Tool) => skillField as SkillField

const json = fc.jsonValue().map((value) => value as ToolCall['input'])
const callOf = ({ name }: Tool, input: ToolCall['input']): ToolCall => ({ id: 'c', name, input })

describe('the skill of a call', () => {
  it('has one field in each tool that has a field of such a name', () => {
    for (const tool of tools) {
      const named = fieldsOf(tool).filter((field) => skillFields.some((one) => one === field))
      const expected = aboutSomethingElse.includes(tool.name) ? [] : named
      expect([tool.skillField ?? []].flat(), tool.name).toEqual(expected)
    }
    expect(ofSkills.length).toBeGreaterThan(10)
  })

  it.each(ofSkills)('may stand in the field of another tool: $name', (tool) => {
    const own = ownOf(tool)
    const others = skillFields.filter((field) => field !== own)
    const rest = fc.dictionary(fc.constantFrom('reason', 'path', 'content', 'task'), json)
    fc.assert(
      fc.property(fc.constantFrom(...others), fc.string(), rest, (field, skill, more) => {
        const table = tableOf(tool)
        const aliased = callOf(tool, { ...more, [field]: skill })
        const plain = callOf(tool, { ...more, [own]: skill })
        const seen = invokedCall(aliased, table)
        expect(seen).toEqual(plain)
        expect(routeToolCall(seen, table).ok).toBe(routeToolCall(plain, table).ok)
        expect(invokedCall(seen, table)).toEqual(seen)
      }),
    )
  })

  it.each(ofSkills)('is never chosen from two fields: $name', (tool) => {
    const two = fc.subarray([...skillFields], { minLength: 2 })
    fc.assert(
      fc.property(two, fc.string({ minLength: 1 }), (fields, skill) => {
        const call = callOf(tool, Object.fromEntries(fields.map((field) => [field, skill])))
        expect(invokedCall(call, tableOf(tool))).toBe(call)
        const routing = routeToolCall(call, tableOf(tool))
        expect(routing).toMatchObject({ ok: false, problem: { code: 'tool.bad-input' } })
      }),
    )
  })

  it('changes no other call, whatever its input', () => {
    const others = tools.filter(({ skillField, name }) => !skillField && name !== 'tool_invoke')
    fc.assert(
      fc.property(fc.constantFrom(...others), json, (tool, input) => {
        const call = callOf(tool, input)
        expect(invokedCall(call, tableOf(tool))).toBe(call)
      }),
    )
  })

  it('of a call through tool_invoke, too', () => {
    const table = combineToolsets(knownToolsets.filter(({ name }) => /^(routed|disc)/.test(name)))
    const given = { tool: 'enable_skill', arguments: { name: 'redis' } }
    expect(invokedCall({ id: 'c', name: 'tool_invoke', input: given }, table)).toEqual({
      ...{ id: 'c', name: 'enable_skill', input: { skill_slug: 'redis' } },
    })
  })
})

describe('the refusal of an input that does not fit', () => {
  it.each(tools)('names the fields of $name', (tool) => {
    const bound = tool.bind({ no_such_field: 1 })
    if (bound.ok) throw new Error('it takes anything')
    for (const field of fieldsOf(tool)) expect(bound.problem.hint).toContain(`${field} (`)
    expect(bound.problem.hint).not.toMatch(/\(any|undefined|object Object/)
  })

  it('says which are optional, and no more than their types', () => {
    const script = tools.find(({ name }) => name === 'run_skill_script')
    const bound = script?.bind({})
    expect(bound).toMatchObject({
      problem: { hint: expect.stringContaining('skill_name (string), script_name (string') },
    })
    expect(JSON.stringify(bound)).toContain('args (string or array of string, optional)')
  })
})
